import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegration, integrations } from '../../src/server/api/integrations'
import { rawJson } from '../../src/server/api/integrations/json'
import { codeBlock, quoteBlock } from '../../src/server/api/integrations/message/fences'
import { markdownOfMrkdwn } from '../../src/server/api/integrations/slack/mrkdwn'
import { closeFences } from '../../src/shared/rules/fences'
import { fences, mrkdwn } from './text-fragments'
import { refusing, rows } from './text-reader'
import type { TextReader } from './text-reader'

const row = rows.webhook

/** Readers of the payloads of integrations. */
export function webhookReaders(): TextReader[] {
  return [...partReaders, ...integrationReaders()]
}

const partReaders: TextReader[] = [
  {
    name: 'fences',
    row,
    ...{ mostCharacters: 30_000, mostMs: 30, fragments: fences },
    read: (text) => {
      closeFences(text)
      quoteBlock(text)
      codeBlock(text)
    },
  },
  {
    name: 'mrkdwn',
    row,
    ...{ mostCharacters: 200_000, mostMs: 50, fragments: mrkdwn },
    read: (text) => markdownOfMrkdwn(text),
  },
  {
    name: 'body of a webhook',
    row,
    ...{ mostCharacters: 4_000_000, mostMs: 250 },
    // prettier-ignore
    fragments: [
      '{', '}', '[', ']', ',', ':', '"', '""', '\\', ' ', '1', 'null', '"a":', '[1],', '{},', ',}', 'payload=', '&', '%7B',
    ],
    read: refusing((text) => {
      const payload = rawJson.parse(`{"a":[${text}]}`, {})
      rawJson.format(payload, noRequest)
    }),
  },
]

const noRequest = { headers: {}, query: new URLSearchParams() }

/** A reader for each test payload of the integrations: the text replaces any string in the payload. */
function integrationReaders(): TextReader[] {
  return integrations.flatMap(({ name, steps }) => {
    const isData = steps !== undefined
    const root = join(fixtures, isData ? 'presets' : 'integrations')
    const folder = isData ? name : name.replaceAll('_', '-')
    return readdirSync(join(root, folder)).map((file) => {
      const content = JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as object
      const whole = `${folder}/${file}`
      if (!isData) return integrationReader(name, whole, content, eventHeaders(whole, content))
      const { body, headers = {} } = content as PresetFixture
      return integrationReader(name, whole, body, headers)
    })
  })
}

interface PresetFixture {
  body: object
  headers?: Record<string, string>
}

const fixtures = join(__dirname, '../fixtures')

function integrationReader(
  name: string,
  file: string,
  payload: object,
  headers: Record<string, string>,
): TextReader {
  const integration = findIntegration(name)
  const deliver = (sent: unknown) => {
    const parsed = integration?.parse(JSON.stringify(sent), headers)
    return parsed && integration?.format(parsed, { headers, query: new URLSearchParams() })
  }
  const places = placesOfTexts(payload).filter((place) =>
    isRead(() => deliver(withText(payload, [place], 'x'))),
  )
  return {
    name: `${file.replace('.json', '')} of a webhook`,
    row,
    ...{
      mostCharacters: 30_000,
      mostMs: Math.max(200, 3 * places.length),
      fragments: name === 'slack_incoming' ? mrkdwn : fences,
    },
    read: refusing((text) =>
      deliver(withText(payload, places, text.toWellFormed().replaceAll('\0', ''))),
    ),
  }
}

/** The header with the kind of event, for systems that send one. */
export function eventHeaders(file: string, payload: unknown): Record<string, string> {
  const [folder, event = ''] = file.split('/')
  const { object_kind: kind = '' } = payload as { object_kind?: string }
  const words = kind.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return folder === 'gitlab'
    ? { 'x-gitlab-event': `${words.join(' ')} Hook` }
    : { 'x-github-event': event.split('-')[0]?.replace('.json', '') ?? '' }
}

type Place = readonly string[]

function placesOfTexts(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'string') return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => placesOfTexts(member, [...place, key]))
}

function withText(payload: unknown, places: readonly Place[], text: string): unknown {
  const copy = structuredClone(payload)
  for (const place of places) {
    const parent = place.slice(0, -1).reduce((node, key) => node[key] as Members, copy as Members)
    parent[place.at(-1) as string] = text
  }
  return copy
}

type Members = { [key: string]: unknown }

/** Whether a payload makes a message: neither silent nor refused. */
function isRead(action: () => unknown): boolean {
  return Boolean(refusing(action)(''))
}
