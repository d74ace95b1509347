import { present } from '../support/checked'
import type { Attempt } from './attempts'
import type { Observation } from './observation'
import type { Scene } from './scene'

/** The final contents of the database. */
export interface Stored {
  /** Ids of the stored messages by text. */
  messages: ReadonlyMap<string, number>
  description: string
}

export async function readStored({ postgres, cast, ledger }: Scene): Promise<Stored> {
  const rows = await postgres.query<{ id: string; content: string }>(
    `select id, content from messages where content like 'try %' order by id`,
  )
  const messages = new Map<string, number>()
  for (const { id, content } of rows) {
    const earlier = messages.get(content)
    if (earlier !== undefined && !ledger.complaints.includes(storedTwice(content))) {
      ledger.complain(storedTwice(content))
    }
    messages.set(content, Number(id))
  }
  const [stream] = await postgres.query<{ description: string }>(
    'select description from streams where id = $1',
    [cast.streams[0].id],
  )
  return { messages, description: present(stream?.description, 'description') }
}

/** Events that readers should have received and have not; empty after complete delivery. */
export function listMissing({ ledger }: Scene, stored: Stored): string[] {
  return [...ledger.current.values()].flatMap((observation) => [
    ...missingMessages(observation, stored, ledger.messages.all()),
    ...missingChanges(observation, stored, ledger.changes.all()),
  ])
}

/**
 * Complains about messages that were accepted and not stored, refused and stored, or delivered without being
 * sent.
 */
export function checkAnswers({ ledger }: Scene, stored: Stored): void {
  for (const attempt of ledger.messages.all()) {
    const id = stored.messages.get(attempt.text)
    const whose = `"${attempt.text}" through ${attempt.worker} at ${attempt.startedAtMs} ms`
    if (attempt.outcome === 'accepted' && id !== attempt.messageId) {
      ledger.complain(`${whose} was accepted as ${attempt.messageId}, but is stored as ${id}`)
    }
    const isDenied = attempt.outcome === 'refused' || attempt.outcome === 'unreached'
    if (isDenied && id !== undefined) {
      const answer = attempt.status ?? 'no connection'
      ledger.complain(`${whose} was answered with ${answer}, but is stored as ${id}`)
    }
    if (attempt.outcome === 'refused' && !isTemporary(attempt.status)) {
      ledger.complain(`${whose} was answered with ${attempt.status}`)
    }
  }
  for (const observation of ledger.observations) {
    for (const text of observation.told.keys()) {
      const isMessage = text.startsWith('try ')
      const isReal = isMessage ? stored.messages.has(text) : ledger.changes.find(text)
      if (!isReal) ledger.complain(`${observation.queue.reader} was told "${text}", which is not`)
    }
  }
}

/** Whether an answer says that a store is down, or its disk is full. */
export function isTemporary(status: number | undefined): boolean {
  return status === 503 || status === 507
}

function missingMessages(
  { queue, told }: Observation,
  stored: Stored,
  attempts: readonly Attempt[],
): string[] {
  return attempts.flatMap((attempt) => {
    const id = stored.messages.get(attempt.text)
    const isDue = id !== undefined && id > queue.maxMessageId && attempt.audience.has(queue.userId)
    if (!isDue || told.has(attempt.text)) return []
    return [
      `${queue.reader}, queue ${queue.queueId}: lost "${attempt.text}" (message ${id}), ` +
        `${attempt.outcome} through ${attempt.worker} at ${attempt.startedAtMs} ms`,
    ]
  })
}

function missingChanges(
  { queue, told, lastChange }: Observation,
  stored: Stored,
  attempts: readonly Attempt[],
): string[] {
  if (!queue.receivesChanges) return []
  const due = attempts.filter(
    (attempt) =>
      attempt.outcome === 'accepted' &&
      attempt.startedAtMs > queue.answeredAtMs &&
      attempt.audience.has(queue.userId),
  )
  const lost = due
    .filter((attempt) => !told.has(attempt.text))
    .map((attempt) => `lost "${attempt.text}", accepted by ${attempt.worker}`)
  const isStale = lastChange !== undefined && lastChange !== stored.description
  const stale = isStale ? [`believes in "${lastChange}", but it is "${stored.description}"`] : []
  return [...lost, ...stale].map((what) => `${queue.reader}, queue ${queue.queueId}: ${what}`)
}

function storedTwice(content: string): string {
  return `"${content}" is stored twice`
}
