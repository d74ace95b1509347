import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formats, recognizeFormat } from '../../../src/server/moving/import/formats'
import { oldSiteOf } from '../../../src/server/moving/import/markup/old-site'
import { markdownOfText } from '../../../src/server/moving/import/rocket-chat/markdown'
import { openRocketChatArchive } from '../../../src/server/moving/import/rocket-chat/read-rocket-chat'
import { at, sketchOrganization } from '../../support/archives/organization'
import { contentOf, readAll } from '../../support/archives/read-all'
import {
  dumpOf,
  mongoArchiveOf,
  rocketChatCollections,
  rocketChatExport,
  site,
  userOf,
} from '../../support/archives/rocket-chat-export'
import type { Collections } from '../../support/archives/rocket-chat-export'
import { writeFiles, zipOf } from '../../support/archives/zip'
import type { ArchiveFiles } from '../../support/archives/zip'
import { asBytes } from '../../support/checked'
import { makeOwnFolder } from '../../support/own-folder'

/** Source: docs/protocol/import.md#rocket-chat. */
describe('a reader of a dump of Rocket.Chat', () => {
  let folder: string
  const readers: { close: () => Promise<void> }[] = []
  beforeAll(async () => {
    folder = await makeOwnFolder('rocket-chat')
  })
  afterAll(async () => {
    for (const reader of readers) await reader.close()
  })

  async function read(bytes: Buffer) {
    const path = join(folder, 'dump')
    await writeFile(path, bytes)
    expect(await recognizeFormat(path)).toBe('rocket-chat')
    const reader = await formats['rocket-chat'].open(path)
    readers.push(reader)
    return { reader, ...(await readAll(reader)) }
  }

  /** Reads the sketched organization with further documents. */
  function readWith(added: Partial<Record<string, object[]>>) {
    const collections: Collections = rocketChatCollections(sketchOrganization())
    for (const [name, rows = []] of Object.entries(added)) {
      collections.set(name, [...(collections.get(name) ?? []), ...rows])
    }
    return read(zipOf(dumpOf(collections)))
  }

  const message = (minutes: number, fields: object) => ({
    ...{ _id: `at${minutes}`, rid: 'room-general', u: userOf('ada'), ts: at(minutes), msg: 'text' },
    ...fields,
  })

  it('yields the same from a zip, a folder, packed files and a single file', async () => {
    const files = rocketChatExport(sketchOrganization())
    const { reader, all, of, remarks } = await read(zipOf(files))
    expect(remarks).toEqual([])
    expect(reader.source).toBe('rocket-chat:server-1')
    const packed: ArchiveFiles = new Map(
      [...files].map(([path, content]) => [`${path}.gz`, gzipSync(content)]),
    )
    await writeFiles(join(folder, 'plain'), files)
    await writeFiles(join(folder, 'packed'), packed)
    for (const name of ['plain', 'packed']) {
      const other = await openRocketChatArchive(join(folder, name))
      expect(JSON.stringify((await readAll(other)).all)).toBe(JSON.stringify(all))
      await other.close()
    }
    const single = mongoArchiveOf(rocketChatCollections(sketchOrganization()))
    for (const bytes of [single, gzipSync(single)]) {
      const other = await read(bytes)
      expect(JSON.stringify(other.all)).toBe(JSON.stringify(all))
      const [file] = other.of('file')
      expect(file && (await contentOf(file.file))).toBe('the plan')
    }
    expect(of('user').map(({ key, role, isActive }) => [key, role, isActive])).toEqual([
      ['notices of the import', 400, true],
      ['user-ada', 100, true],
      ['user-bob', 400, true],
      ['user-gus', 600, true],
      ['user-old', 400, false],
    ])
    expect(of('stream').map(({ name, isPrivate }) => [name, isPrivate])).toEqual([
      ['general', false],
      ['plans', true],
    ])
    expect(of('subscription')).toHaveLength(5)
    expect(of('subscription')[0]).toMatchObject({ userKey: 'user-ada', isMuted: true })
    expect(of('read-position')).toHaveLength(5)
  })

  it('has messages by time, threads as topics, reactions and files', async () => {
    const { of } = await read(zipOf(rocketChatExport(sketchOrganization(500))))
    const messages = of('message')
    expect(messages).toHaveLength(508)
    const times = messages.map(({ sentAt }) => sentAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(messages[0]).toMatchObject({
      ...{ content: '**Welcome** \u0001user:user-bob|Bob Hopper\u0002' },
      to: { streamKey: 'room-general', topic: 'imported from Rocket.Chat' },
    })
    const topic = '2024-03-01 Where is the plan for March?'
    const ofThread = messages.filter(({ to }) => 'topic' in to && to.topic === topic)
    expect(ofThread.map(({ content }) => content.split('\n').at(-2) ?? content)).toEqual([
      'Where is the plan for March?',
      'In \u0001stream:room-general|#general\u0002',
      'Found it',
    ])
    expect(messages[1]?.content).toContain('*2 replies in [')
    expect(of('reaction').map(({ userKey, emojiName }) => [userKey, emojiName])).toEqual([
      ['user-bob', 'thumbsup'],
      ['user-gus', 'thumbsup'],
    ])
    const [file] = of('file')
    expect(file && (await contentOf(file.file))).toBe('the plan')
  })

  it('has discussions as topics, unless that would take them from a member', async () => {
    const { of } = await readWith({
      rocketchat_room: [
        { _id: 'd1', t: 'p', name: 'x1', fname: 'The launch', prid: 'room-general' },
        { _id: 'd2', t: 'p', name: 'x2', fname: 'Budget', prid: 'room-plans' },
        { _id: 'd3', t: 'p', name: 'x3', fname: 'With a guest', prid: 'room-plans' },
        { _id: 'loop', t: 'p', name: 'x4', fname: 'Loop', prid: 'loop' },
        { _id: 'live', t: 'l' },
      ],
      rocketchat_subscription: [
        { rid: 'd2', u: userOf('ada') },
        { rid: 'd3', u: userOf('gus') },
      ],
      rocketchat_message: [
        message(20, { t: 'discussion-created', drid: 'd1', msg: 'The launch' }),
        message(21, { rid: 'd1', msg: 'in one' }),
        message(22, { rid: 'd2', msg: 'in two' }),
        message(23, { rid: 'd3', msg: 'in three' }),
        message(24, { rid: 'live', msg: 'lost' }),
      ],
    })
    const placeOf = (text: string) => of('message').find(({ content }) => content === text)?.to
    expect(placeOf('in one')).toEqual({ streamKey: 'room-general', topic: 'The launch' })
    expect(placeOf('in two')).toEqual({ streamKey: 'room-plans', topic: 'Budget' })
    expect(placeOf('in three')).toMatchObject({ streamKey: 'd3' })
    expect(of('stream').map(({ name }) => name)).toEqual([
      ...['general', 'plans', 'With a guest', 'Loop'],
    ])
    const line = of('message').find(({ key }) => key === 'at20')?.content
    expect(line).toBe('*Discussion: [The launch](\u0001message:at21|#\u0002)*')
  })

  it('keeps stars, edits, memberships, unread conversations, quotes and integrations', async () => {
    const { of, remarks } = await readWith({
      rocketchat_subscription: [
        { rid: 'room-ada,bob', u: userOf('bob'), ls: at(3) },
        { rid: 'room-ada,bob', u: userOf('ada'), ls: at(9) },
      ],
      rocketchat_message: [
        message(30, { starred: [{ _id: 'user-bob' }], editedAt: at(31) }),
        message(32, { t: 'uj', u: userOf('old'), msg: 'old' }),
        message(33, { t: 'ru', msg: 'old' }),
        message(34, { t: 'e2e', msg: 'c2VjcmV0' }),
        message(35, {
          msg: `[ ](${site}/channel/general?msg=m0) agreed`,
          attachments: [
            { message_link: `${site}/channel/general?msg=m0`, author_name: 'ada', text: '*so*' },
          ],
        }),
        message(36, { alias: 'Deploy', bot: { i: 'hook' }, attachments: [{ title: 'Built' }] }),
        message(37, { _hidden: true, msg: 'earlier text' }),
        message(38, { u: { _id: 'gone', username: 'gone' } }),
        message(39, { tmid: 'nowhere', tshow: true, msg: 'late' }),
        message(40, { u: {} }),
        message(41, { ts: null }),
        message(42, { msg: 'long '.repeat(100_001) }),
        message(44, { msg: '', files: [{ _id: 'F9', name: '*star*.txt' }] }),
        message(43, {
          reactions: {
            ':metal:': { usernames: ['bob', 'gone', 'ghost'] },
            ':wave_tone3:': { usernames: ['ada'] },
          },
        }),
      ],
    })
    const byKey = (key: string) => of('message').find((each) => each.key === key)
    expect(byKey('at30')).toMatchObject({ starredBy: ['user-bob'], lastEditedAt: at(31) })
    expect(of('subscription').at(-1)).toMatchObject({
      ...{ userKey: 'user-old', isActive: false, periods: [{ from: at(32), to: at(33) }] },
    })
    expect(byKey('at34')?.content).toBe('*[encrypted message]*')
    expect(byKey('at35')?.content).toMatch(
      /^\u0001silent:user-ada\|Ada Lovelace\u0002 \[said\]\(\u0001message:m0\|.*\u0002\):\n`+quote\n\*\*so\*\*\n`+\n\nagreed$/,
    )
    expect(byKey('at36')).toMatchObject({ senderKey: 'integration Deploy' })
    expect(byKey('at36')?.content).toBe('text\n\n**Built**')
    expect(byKey('at37')).toBeUndefined()
    expect(byKey('at38')?.senderKey).toBe('gone')
    expect(byKey('at39#broadcast')?.to).toMatchObject({ topic: 'imported from Rocket.Chat' })
    expect(byKey('nowhere#thread')?.content).toContain('not in the archive')
    const lunch = of('message').find(({ content }) => content === 'Lunch?')
    expect(lunch?.unreadBy).toEqual(['user-bob'])
    expect(byKey('at44')?.content).toBe('&#42;star&#42;.txt (missing)')
    const reacted = of('reaction').filter(({ messageKey }) => messageKey === 'at43')
    expect(reacted.map(({ userKey, emojiName }) => [userKey, emojiName])).toEqual([
      ...[
        ['user-bob', 'rock_on'],
        ['gone', 'rock_on'],
        ['name ghost', 'rock_on'],
      ],
      ['user-ada', 'wave'],
    ])
    expect(of('user').find(({ key }) => key === 'name ghost')).toMatchObject({
      ...{ fullName: 'ghost', email: null, isActive: false },
    })
    expect(remarks.map(({ reason }) => reason)).toEqual([
      ...['The sender is no account of the dump.', 'A message has no sender.'],
      ...['A message has no id or no time.', 'A text was cut at 500,000 characters.'],
      'No account of the dump is the person of a reaction.',
      'The skin tone of a reaction is left out.',
    ])
  })

  /** Source: docs/protocol/import.md#old-addresses. */
  it('has the addresses of rooms, discussions and people', async () => {
    const { of } = await readWith({
      rocketchat_room: [
        { _id: 'd1', t: 'p', name: 'x1', fname: 'The launch', prid: 'room-general' },
        { _id: 'upper', t: 'c', name: 'General' },
      ],
      rocketchat_message: [
        message(21, { rid: 'd1', msg: 'in one' }),
        message(22, { msg: '#general #General' }),
      ],
    })
    const addresses = Object.fromEntries(of('address').map(({ key, to }) => [key, to]))
    expect(addresses).toMatchObject({
      'room/general': { streamKey: 'room-general' },
      'room/room-plans': { streamKey: 'room-plans' },
      'room/General': { streamKey: 'upper' },
      'room/x1': { messageKey: 'at21' },
      'room/room-ada,bob': { userKeys: ['user-ada', 'user-bob'] },
      'user/bob': { userKey: 'user-bob' },
    })
    expect(of('message').find(({ key }) => key === 'at22')?.content).toBe(
      '\u0001stream:room-general|#general\u0002 \u0001stream:upper|#General\u0002',
    )
  })

  it('takes files, pictures and emoji beside the collections, and tells of missing ones', async () => {
    const collections = rocketChatCollections(sketchOrganization())
    collections.set('rocketchat_avatars', [{ _id: 'av', userId: 'user-ada' }])
    collections.set('rocketchat_custom_emoji', [
      { _id: 'e', name: 'crew', extension: 'png', aliases: ['team'] },
      { _id: 'f', name: 'lost', extension: 'png' },
    ])
    collections.get('rocketchat_uploads')?.push({
      ...{ _id: 'outside', name: 'out.txt', rid: 'room-general', store: 'FileSystem:Uploads' },
    })
    const files = dumpOf(collections)
    files.set('files/outside.txt', 'beside').set('files/av', 'face').set('files/crew.png', 'png')
    const { of, remarks } = await read(zipOf(files))
    expect(of('emoji').map(({ name }) => name)).toEqual(['crew', 'team'])
    expect(of('user')[1]?.avatar?.path).toBe('files/av')
    const [, outside] = of('file')
    expect(outside && (await contentOf(outside.file))).toBe('beside')
    expect(remarks).toEqual([
      { reason: 'The picture of an emoji is not in the dump.', file: 'lost' },
    ])
  })

  /** Source: docs/protocol/import.md#rocket-chat-pins. */
  it('lists pinned messages of a room in a topic, by the time of the pin', async () => {
    const pin = { pinned: true, pinnedBy: userOf('bob') }
    const { of } = await readWith({
      rocketchat_message: [
        message(101, { msg: 'the *rules*', ...pin, pinnedAt: at(110) }),
        message(102, { msg: 'the plan', pinned: true }),
        message(103, { msg: 'no more', ...pin, pinned: false }),
        message(104, { msg: '', ...pin }),
        message(105, { t: 'message_pinned', msg: '' }),
        message(106, { msg: 'between us', rid: 'room-ada,bob', ...pin }),
      ],
    })
    const notices = of('message').filter(
      ({ to }) => 'topic' in to && to.topic === 'pinned messages',
    )
    expect(notices.map(({ key, senderKey, sentAt }) => [key, senderKey, sentAt])).toEqual([
      ['at102#pin', 'notices of the import', at(102)],
      ['at101#pin', 'notices of the import', at(110)],
    ])
    expect(notices[1]?.content).toBe(
      '\u0001silent:user-bob|Bob Hopper\u0002 pinned a [message](\u0001message:at101|#\u0002):\n' +
        '```quote\nthe rules\n```',
    )
    expect(of('message').map(({ key }) => key)).toContain('at106')
  })

  it('leaves out damaged documents, and all bytes after a broken length', async () => {
    const files = rocketChatExport(sketchOrganization())
    const name = 'dump/chat/rocketchat_message.bson'
    const bytes = Buffer.from(asBytes(files.get(name)))
    // The type of the first field becomes unknown, and the file ends within a document.
    bytes[4] = 0x7b
    files.set(name, Buffer.concat([bytes, Buffer.from([9, 0, 0, 0, 1])]))
    const { of, remarks } = await read(zipOf(files))
    expect(of('message').length).toBeGreaterThan(5)
    expect(remarks.map(({ reason }) => reason)).toEqual([
      ...['A document is damaged.', 'The file breaks off: the file breaks off'],
    ])
  })
})

/** Source: docs/protocol/import.md#rocket-chat-markup. */
describe('the markup of Rocket.Chat', () => {
  const names = {
    user: (name: string) => (name === 'bo' ? { key: 'U', name: 'Bo' } : undefined),
    channel: (name: string) => (name === 'gen' ? 'C' : undefined),
    hasFile: (id: string) => id === 'F1',
    hasEmoji: (name: string) => name === 'own' || name === 'octopus',
    sites: [oldSiteOf(site)].flatMap((each) => each ?? []),
  }
  const link = `${site}/channel/gen?msg=M1`

  it.each([
    ['*b* _i_ ~s~ **b** __i__ ~~s~~', '**b** *i* ~~s~~ **b** *i* ~~s~~'],
    ['*_both_*', '***both***'],
    ['snake_case_name 2*3*4', 'snake_case_name 2&#42;3&#42;4'],
    ['`*code*` @bo. @all @nobody', '`*code*` \u0001user:U|Bo\u0002. @**all** @nobody'],
    ['#gen #other', '\u0001stream:C|#gen\u0002 #other'],
    ['[a *b*](https://x.org)', '[a **b**](https://x.org)'],
    ['<https://x.org|label>', '[label](https://x.org)'],
    [`see ${link}.`, `see \u0001message:M1|${link}\u0002.`],
    [`[here](${link})`, `[here](\u0001message:M1|${link}\u0002)`],
    ['[f](/file-upload/F1/a.png)', '[f](\u0001file:F1|/file-upload/F1/a.png\u0002)'],
    ['> *q*\n- one\n# *head*', '> **q**\n- one\n# **head**'],
    ['```js\n*x*```\nafter', '```js\n*x*\n```\nafter'],
    ['```\nopen', '```\nopen\n```'],
    [':thumbsup: :own: :metal: :clap_tone5: :octopus:', ':thumbsup: :own: :rock_on: 👏🏿 :octopus:'],
    [
      `see ${site}/channel/gen and ${site}/channel/x`,
      `see \u0001stream:C|${site}/channel/gen\u0002 and ${site}/channel/x`,
    ],
    [
      `${site}/group/gen/thread/M2, [in](${site}/direct/bo/thread/M2?msg=M3)`,
      `\u0001message:M2|${site}/group/gen/thread/M2\u0002, ` +
        `[in](\u0001message:M3|${site}/direct/bo/thread/M2?msg=M3\u0002)`,
    ],
    [
      `see /file-upload/F1/a%20b.png and ${site}/file-upload/F1/a.png.`,
      'see [a b.png](\u0001file:F1|/file-upload/F1/a%20b.png\u0002) and ' +
        `[a.png](\u0001file:F1|${site}/file-upload/F1/a.png\u0002).`,
    ],
    ['/file-upload/F2/a.png', '/file-upload/F2/a.png'],
    [
      'http://chat.example.org/file-upload/F1',
      '[file](\u0001file:F1|http://chat.example.org/file-upload/F1\u0002)',
    ],
    ['\\(x^2\\)', '$$x^2$$'],
  ])('becomes Markdown: %s', (text, markdown) => {
    expect(markdownOfText(text, names)).toBe(markdown)
  })
})
