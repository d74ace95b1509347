import type { Queryable } from '../../db/database'
import type { ResolvedNarrow } from '../../db/message-narrow'
import type { MessagePage } from '../../db/message-pages'
import { listDmMembers, listMessageRecords } from '../../db/message-records'
import type { SearchWords } from '../../db/message-search'
import { presentStoredMessages } from '../../wire/stored-messages'
import type { StoredMessageRecord } from '../../wire/stored-messages'
import type { Requester } from '../authentication'
import { topicLinker } from '../linkifiers/topic-links'
import { realmSettingsOf } from '../realms/settings'

/** How a client wants messages to be. */
export interface MessageWishes {
  /** Content as HTML instead of Markdown. */
  asHtml: boolean
  clientGravatar: boolean
}

/**
 * The messages of a page as the reader sees them, ascending. One statement, and one more where
 * there are private ones among them.
 */
export async function readRecords(
  db: Queryable,
  reader: Requester,
  page: MessagePage,
  { asHtml, clientGravatar }: MessageWishes,
  highlights?: SearchWords,
): Promise<StoredMessageRecord[]> {
  const rows = await listMessageRecords(db, reader, page, { asHtml, highlights })
  const groupIds = new Set<number>()
  for (const { dm_group_id } of rows) if (dm_group_id !== null) groupIds.add(dm_group_id)
  return presentStoredMessages(rows, {
    asHtml,
    clientGravatar,
    realmId: reader.realm_id,
    senderRealm: reader.realm_string_id,
    linksOf: await topicLinker(db, reader),
    showsEdits: realmSettingsOf(reader).allow_edit_history,
    members: await listDmMembers(db, reader.realm_id, [...groupIds]),
  })
}

/** What the searches of a narrow look for, all together. */
export function searchedWords(narrow: ResolvedNarrow): SearchWords | undefined {
  const searches = narrow.terms.flatMap(({ condition, negated }) =>
    condition.kind === 'search' && !negated ? condition.words : [],
  )
  if (searches.length === 0) return undefined
  return {
    words: searches
      .map(({ words }) => words)
      .join(' ')
      .trim(),
    phrases: searches.flatMap(({ phrases }) => phrases),
  }
}
