import type { Start } from '../connection/connect'
import { joinTabs } from '../connection/tabs'
import { streamOf } from '../narrow/narrow'
import { findStream } from '../records/records'
import type { State } from '../records/state'
import { readKept } from './kept'
import type { KeptConversation } from './kept'

/**
 * Starts from the last state in this browser, because the server cannot be reached. Its last event is older than any
 * that the queue may have acknowledged, so the app registers as soon as the server answers, and replaces the state.
 *
 * @returns undefined without a copy @throws if the browser allows no IndexedDB
 */
export async function openKept(): Promise<Start | undefined> {
  const kept = await readKept()
  if (!kept) return undefined
  const state: State = { ...kept.state, last_event_id: -2, web_version: null }
  const conversations = kept.conversations.filter(({ narrow }) => isVisible(narrow, state))
  return {
    tabs: await joinTabs(),
    state,
    fill({ messages, stretches }) {
      for (const conversation of conversations) {
        messages.put(conversation.messages)
        // As far as this browser knows, nothing is newer.
        const { narrow, stretch } = conversation
        stretches.of(narrow).hold({ ...stretch, foundNewest: true })
      }
    },
  }
}

/** Whether the reader may still read the conversation. */
function isVisible(narrow: KeptConversation['narrow'], state: State): boolean {
  const stream = streamOf(narrow)
  return stream === undefined || findStream(state, stream) !== undefined
}
