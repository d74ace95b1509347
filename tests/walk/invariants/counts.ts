import { registration } from '../../../src/web/data/connection/registration'
import { countForIcon } from '../../../src/web/data/store/icon-count'
import type { State } from '../../../src/web/data/records/state'
import { createStore } from '../../../src/web/data/store/store'
import { lookAt } from '../page/look'
import type { Walk } from '../walk'
import type { Judge } from './judge'

const kinds = [
  'message',
  'realm',
  'realm_user',
  'stream',
  'subscription',
  'update_message_flags',
  'user_settings',
  'user_topic',
]

/** The unread counts of the sidebar and the title are those of a new registration. */
export const judgeCounts: Judge = async ({ walk, isThorough }) => {
  if (!isThorough || walk.isOffline) return []
  let found: string[] = []
  await walk.until('the counts are those of the server', async () => {
    found = await compare(walk)
    return found.length === 0
  })
  return found
}

async function compare(walk: Walk): Promise<string[]> {
  const { reader } = walk.org
  const fresh = await reader.register({
    ...registration,
    event_types: ['realm'],
    fetch_event_types: kinds,
  })
  await reader.delete('/events', { queue_id: fresh.queue_id })
  const store = createStore(fresh as unknown as State)
  const { counts, title } = await lookAt(walk.page)
  const expected: Record<string, number> = { inbox: store.unread.total }
  for (const { stream_id: id } of store.state.subscriptions) {
    expected[`stream ${id}`] = store.unread.ofStream(id)
  }
  const found = Object.entries(counts)
    .filter(([row, count]) => count !== (expected[row] ?? 0))
    .map(([row, count]) => `${row} shows ${count} unread, and the server counts ${expected[row]}`)
  const inTitle = Number(/^\((\d+)\)/.exec(title)?.[1] ?? 0)
  const forTitle = countForIcon(store)
  if (inTitle !== forTitle) found.push(`the title is "${title}", and the server counts ${forTitle}`)
  return found
}
