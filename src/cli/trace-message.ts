import type { Command } from 'commander'
import type { TraceCode, TraceFact } from '../shared/message-trace'
import { fillSentence } from '../shared/rules/trace-sentences'
import sentences from '../shared/trace-sentences/en.json'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { traceMessage } from '../server/chat/jobs/tracing/trace-message'
import { BadRequestError, NoSuchUserError } from '../server/chat/rules/errors'
import type { AppContext } from '../server/context'
import { listStreamsWithIds } from '../server/data/streams/streams'
import { findUserByAddress, findUserByEmail, findUserById } from '../server/data/users/users'
import type { UserWithRealm } from '../server/data/users/users'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  for?: string
}

const help = `
It tells of the message when it was stored, whether clients were told, and how many people have it, and of the person
whether clients fetched it, whether it was read, mailed and pushed, and why not. It never shows the words of a message.
Settings are those of now, and pushes and mails are remembered for a limited time. Administrators find a shorter answer
in the menu of each message in the web app.`

/** Alerts that tell of the same fault for all messages. */
const alerts: Partial<Record<TraceCode, string>> = {
  events_wait: 'ParleyEventsWait',
  not_judged: 'ParleyNotificationsWait',
  mail_waits: 'ParleyMailWaits',
}

export function addTraceMessageCommand(program: Command): void {
  const command = program
    .command('trace-message')
    .description('say what became of a message, and why a person did not get it')
    .argument('<id>', 'id of the message, the number at the end of its link')
    .option('--for <address>', 'the person who did not get it')
    .option(...realmOption)
    .addHelpText('after', help)

  runOnStores<Options>(command, async (ctx, { realm: name, for: address }, [word = '']) => {
    const id = Number(word)
    if (!Number.isSafeInteger(id) || id < 1)
      throw new BadRequestError(`'${word}' is no id of a message.`)
    const realm = await getRealmNamed(ctx, name)
    const person = address === undefined ? undefined : await getPerson(ctx, realm.id, address)
    const { clock, config, db } = ctx
    const seen = config.redisUrl === undefined ? { clock, config, db } : ctx
    const { message, user } = await traceMessage(seen, realm.id, id, person)
    const facts = [...message, ...user]
    const names = await readNames(ctx, realm.id, facts, person)
    return {
      sentence: [`Message ${id}:`, ...facts.map((fact) => sentenceOf(fact, names))].join('\n'),
      data: { id, message, person: user },
    }
  })
}

type Names = Readonly<Record<'person' | 'sender' | 'stream', string>>

async function readNames(
  { db: { query } }: AppContext,
  realmId: number,
  facts: readonly TraceFact[],
  person: UserWithRealm | undefined,
): Promise<Names> {
  const senderId = facts.find(({ sender_id }) => sender_id !== undefined)?.sender_id
  const streamId = facts.find(({ stream_id }) => stream_id !== undefined)?.stream_id
  const sender = senderId === undefined ? undefined : await findUserById(query, realmId, senderId)
  const [stream] =
    streamId === undefined ? [] : await listStreamsWithIds(query, realmId, [streamId])
  return {
    person: person?.email ?? '',
    sender: sender?.email ?? 'a deleted account',
    stream: stream?.name ?? String(streamId),
  }
}

function sentenceOf({ code, at, count, ...values }: TraceFact, names: Names): string {
  const time = at === undefined ? {} : { at: new Date(at * 1000).toISOString() }
  const words = { ...time, count: String(count), ...names }
  const { client = '', device = '', error = '' } = values
  const sentence = fillSentence(sentences[code], { ...words, client, device, error })
  const alert = alerts[code]
  return alert === undefined ? sentence : `${sentence} See the alert ${alert}.`
}

async function getPerson(
  { db: { query } }: AppContext,
  realmId: number,
  address: string,
): Promise<UserWithRealm> {
  const person =
    (await findUserByAddress(query, realmId, address)) ??
    (await findUserByEmail(query, realmId, address))
  if (!person) throw new NoSuchUserError()
  return person
}
