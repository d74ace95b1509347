import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const team = 'load'
const people = 500
const channels = 60
const begun = Date.UTC(2023, 0, 2, 8)
const gapMs = 20_000
/** A root with as many replies after so many posts. */
const threadEvery = 50
const replies = 4
const words =
  'the plan for release team review build test server client message topic stream thread update deploy fix merge please look'.split(
    ' ',
  )

/** Messages that an archive becomes: posts, replies, and a notice for each thread. */
export interface WrittenArchive {
  messages: number
}

/**
 * Writes the folder of a bulk export of Mattermost line by line, so that memory is independent of its size. Each fiftieth post
 * has four replies, a tenth has a mention, some have links, code and reactions.
 */
export async function writeMattermostArchive(
  folder: string,
  posts: number,
): Promise<WrittenArchive> {
  await mkdir(folder, { recursive: true })
  const written = { messages: 0 }
  const lines = linesOf(posts, written)
  await pipeline(Readable.from(lines), createWriteStream(path.join(folder, 'import.jsonl')))
  return written
}

const line = (type: string, row: unknown): string => `${JSON.stringify({ type, [type]: row })}\n`

function* linesOf(posts: number, written: WrittenArchive): Generator<string> {
  yield line('version', 1)
  yield line('team', { name: team, display_name: 'Load', type: 'O' })
  for (let number = 0; number < channels; number += 1) {
    const name = `channel-${number}`
    yield line('channel', { team, name, display_name: name, type: number % 5 === 4 ? 'P' : 'O' })
  }
  for (let number = 0; number < people; number += 1) yield line('user', userOf(number))
  for (let number = 0; written.messages < posts; number += 1) yield postOf(number, written)
}

function userOf(number: number): object {
  const username = `person${number}`
  const names = Array.from({ length: channels }, (_, channel) => `channel-${channel}`)
  return {
    ...{
      username,
      email: `${username}@load.invalid`,
      first_name: 'Person',
      last_name: `${number}`,
    },
    roles: number === 0 ? 'system_user system_admin' : 'system_user',
    teams: [
      {
        ...{ name: team, roles: 'team_user' },
        channels: names
          .filter((_, channel) => channel === 0 || (channel + number) % 4 === 0)
          .map((name) => ({ name, last_viewed_at: begun })),
      },
    ],
  }
}

function postOf(number: number, written: WrittenArchive): string {
  const row = (offset: number) => ({
    user: `person${(number * 7 + offset) % people}`,
    message: textOf(number + offset),
    create_at: begun + number * gapMs + offset * 1_000,
  })
  const answers =
    number % threadEvery === 0 ? Array.from({ length: replies }, (_, index) => row(index + 1)) : []
  written.messages += 1 + answers.length + (answers.length > 0 ? 1 : 0)
  const reaction = { user: 'person0', create_at: begun, emoji_name: 'thumbsup' }
  return line('post', {
    ...{ team, channel: `channel-${number % 3 === 0 ? 0 : number % channels}`, ...row(0) },
    ...(number % 20 === 0 && { reactions: [reaction] }),
    ...(answers.length > 0 && { replies: answers }),
  })
}

function textOf(number: number): string {
  const word = (index: number) => words[(number * 31 + index * 17) % words.length] ?? ''
  const text = Array.from({ length: 5 + (number % 20) }, (_, index) => word(index)).join(' ')
  switch (number % 10) {
    case 0:
      return `@person${number % people} ${text}, number ${number}`
    case 1:
      return `${text} [${word(1)}](https://example.org/${number})`
    case 2:
      return `**${word(1)}** ${text} \`${word(2)}\` :tada: ${number}`
    default:
      return `${text} ${number}`
  }
}
