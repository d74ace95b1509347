import type { DraftEvent, DraftRecord } from '../../shared/drafts'
import type { Draft } from '../data/users/drafts'
import { unixSeconds } from './time'

export function presentDraft({
  id,
  type,
  recipient_ids: to,
  topic,
  content,
  edited_at,
}: Draft): DraftRecord {
  return { id, type, to, topic, content, timestamp: unixSeconds(edited_at) }
}

export function draftsAdded(drafts: readonly DraftRecord[]): DraftEvent {
  return { type: 'drafts', op: 'add', drafts }
}

export function draftChanged(draft: DraftRecord): DraftEvent {
  return { type: 'drafts', op: 'update', draft }
}

export function draftRemoved(id: number): DraftEvent {
  return { type: 'drafts', op: 'remove', draft_id: id }
}
