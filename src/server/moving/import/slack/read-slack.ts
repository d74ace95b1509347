import { archiveFile } from '../archive/archive'
import type { Archive, OpenReader } from '../archive/archive'
import { openArchive } from '../archive/open-archive'
import { ThreadTopics } from '../markup/thread-topics'
import type { EmojiRecord, GroupRecord, ImportRecord } from '../records'
import { addressRecords } from './addresses'
import { readCanvases } from './canvases'
import { readConversations, streamRecords } from './conversations'
import type { Conversations } from './conversations'
import { readGroups } from './groups'
import { readLayout } from './layout'
import type { Layout } from './layout'
import { messageRecords } from './messages'
import type { SlackNames } from './names'
import { noticeBot, People } from './people'
import { Pins } from './pins'
import { profileRecords } from './profiles'
import { reactionRecords } from './reactions'
import type { Remark } from './read-rows'
import { subscriptionRecords } from './subscriptions'
import { surveyMessages } from './survey'

/** The topic of messages in no thread. Source: docs/protocol/import.md#slack-topics. */
export const mainTopic = 'imported from Slack'

/**
 * Opens an export of Slack: a zip, a `.tar.gz` or a folder, of the standard or the corporate kind, of Enterprise Grid, or of
 * slackdump. It is read three times, for what precedes messages, for messages and for reactions, and memory stays
 * independent of the number of messages. Damaged files and rows get remarks.
 *
 * @throws ArchiveError if it is refused as a whole
 * Source: docs/protocol/import.md#slack.
 */
export async function openSlackArchive(path: string, signal?: AbortSignal): Promise<OpenReader> {
  const archive = await openArchive(path, signal)
  try {
    const layout = readLayout(archive)
    const people = new People(archive, layout)
    await people.read(() => undefined)
    return {
      source: `slack:${people.team}`,
      records: (remark) => readRecords(archive, layout, remark),
      close: archive.close,
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}

async function* readRecords(
  archive: Archive,
  layout: Layout,
  remark: Remark,
): AsyncGenerator<ImportRecord> {
  for (const each of archive.remarks) remark(each)
  const people = new People(archive, layout)
  await people.read(remark)
  const conversations = await readConversations(archive, layout, remark)
  addUnknownMembers(conversations, people, remark)
  const canvases = await readCanvases(archive, layout, conversations, remark)
  const source = { archive, layout, conversations, added: canvases }
  const pins = new Pins(conversations)
  const survey = await surveyMessages(source, people, pins, remark)
  const groups = await readGroups(archive, layout, people, remark)

  yield* emojiRecords(archive, layout)
  yield noticeBot()
  yield* people.records(survey.firstSeen)
  yield* groups.values()
  yield* profileRecords(people)
  yield* streamRecords(conversations, (id) => people.find(id)?.key)
  yield* subscriptionRecords(conversations, people, survey, remark)
  yield* survey.files.values()
  const names = namesOf(conversations, people, groups)
  const added = [...canvases, ...pins.notices(names)]
  const reading = {
    ...source,
    added,
    people,
    names,
    survey,
    threads: new ThreadTopics(),
    mainTopic,
  }
  const dropped = new Set<string>()
  yield* messageRecords(reading, remark, dropped)
  yield* reactionRecords(reading, remark, dropped)
  yield* addressRecords(conversations, people)
}

/** Participants of private conversations are needed, even if no list has them. */
function addUnknownMembers({ byId }: Conversations, people: People, remark: Remark): void {
  for (const { isStream, memberIds } of byId.values()) {
    if (isStream) continue
    for (const id of memberIds) {
      if (people.find(id)) continue
      people.addUnknown(id, {})
      remark({ reason: 'No list of the archive has a member of a conversation.', file: 'dms.json' })
    }
  }
}

function* emojiRecords(archive: Archive, { emoji }: Layout): Generator<EmojiRecord> {
  for (const [name, path] of emoji) {
    yield { kind: 'emoji', key: name, name, image: archiveFile(archive, path) }
  }
}

function namesOf(
  { byId }: Conversations,
  people: People,
  groups: ReadonlyMap<string, GroupRecord>,
): SlackNames {
  return {
    user: (id) => people.find(id),
    group: (id) => groups.get(id),
    conversation: (id) => {
      const found = byId.get(id)
      return found && { key: found.id, name: found.name, isStream: found.isStream }
    },
    label: (id) => people.labelOf(id),
  }
}
