import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oldSiteOf } from '../../../src/server/moving/import/markup/old-site'
import { markdownOfPost } from '../../../src/server/moving/import/mattermost/markdown'
import { openMattermostArchive } from '../../../src/server/moving/import/mattermost/read-mattermost'
import { SortedRuns } from '../../../src/server/moving/import/archive/sorted-runs'
import {
  bulkLine,
  mattermostExport,
  mattermostId,
  storedPath,
  team,
} from '../../support/archives/mattermost-export'
import { at, sketchOrganization } from '../../support/archives/organization'
import { contentOf, readAll } from '../../support/archives/read-all'
import { writeFiles, zipOf } from '../../support/archives/zip'
import { makeOwnFolder } from '../../support/own-folder'

const site = 'https://mm.example.org/chat'
const [postId, fileId] = [mattermostId('post'), mattermostId('file')] as const

/** Source: docs/protocol/import.md#mattermost. */
describe('a reader of a bulk export of Mattermost', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeOwnFolder('mattermost')
  })

  async function read(bytes: Buffer) {
    const path = join(folder, 'export.zip')
    await writeFile(path, bytes)
    const reader = await openMattermostArchive(path)
    return { reader, ...(await readAll(reader)) }
  }

  function readWith(...lines: string[]) {
    const files = mattermostExport(sketchOrganization())
    const all = `${String(files.get('import.jsonl'))}\n${lines.join('\n')}`
    return read(zipOf(files.set('import.jsonl', all)))
  }

  const post = (minutes: number, fields: object) =>
    bulkLine('post', {
      ...{ team, channel: 'general', user: 'ada', create_at: at(minutes).getTime() },
      ...{ message: 'text', ...fields },
    })

  it('yields the organization, from a zip and from a folder', async () => {
    const files = mattermostExport(sketchOrganization())
    const { reader, all, of, remarks } = await read(zipOf(files))
    await writeFiles(join(folder, 'unpacked'), files)
    const unpacked = await readAll(await openMattermostArchive(join(folder, 'unpacked')))
    expect(JSON.stringify(unpacked.all)).toBe(JSON.stringify(all))
    expect(remarks).toEqual([])
    expect(reader.source).toBe('mattermost:crew')
    expect(of('user').map(({ key, role, isActive }) => [key, role, isActive])).toEqual([
      ['notices of the import', 400, true],
      ['ada', 100, true],
      ['bob', 400, true],
      ['gus', 600, true],
      ['old', 400, false],
    ])
    expect(of('stream').map(({ key, name, isPrivate }) => [key, name, isPrivate])).toEqual([
      ['crew/general', 'general', false],
      ['crew/plans', 'plans', true],
    ])
    expect(of('subscription')).toHaveLength(5)
    expect(of('subscription')[0]).toMatchObject({ userKey: 'ada', isMuted: true })
    expect(of('read-position')).toHaveLength(5)
    await reader.close()
  })

  it('has messages by time, threads as topics, reactions and files', async () => {
    const { of } = await read(zipOf(mattermostExport(sketchOrganization(500))))
    const messages = of('message')
    expect(messages).toHaveLength(508)
    const times = messages.map(({ sentAt }) => sentAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(messages[0]).toMatchObject({
      ...{ content: '**Welcome** \u0001user:bob|Bob Hopper\u0002', mentionedKeys: ['bob'] },
      to: { streamKey: 'crew/general', topic: 'imported from Mattermost' },
    })
    const topic = '2024-03-01 Where is the plan for March?'
    const ofThread = messages.filter(({ to }) => 'topic' in to && to.topic === topic)
    expect(ofThread.map(({ content }) => content.split('\n').at(-2) ?? content)).toEqual([
      'Where is the plan for March?',
      'In \u0001stream:crew/general|#general\u0002',
      'Found it',
    ])
    expect(messages[1]?.content).toContain('*2 replies in [')
    expect(of('reaction')).toHaveLength(2)
    const [file] = of('file')
    expect(file && (await contentOf(file.file))).toBe('the plan')
    expect(messages.find(({ content }) => content.startsWith('Hush'))?.content).toBe(
      `Hush\n\n[plan.txt](\u0001file:${storedPath('plan.txt')}|#\u0002)`,
    )
  })

  it('loses damaged lines, system posts and doubled posts, and tells missing files', async () => {
    const { of, remarks } = await readWith(
      '{"type":"post","post":',
      post(10, { type: 'system_join_channel', message: 'ada joined' }),
      post(11, { user: 'nina' }),
      post(11, { user: 'nina' }),
      post(12, { create_at: null }),
      post(13, { channel: 'nowhere' }),
      post(14, { message: '', attachments: [{ path: '../*secret*' }] }),
      post(15, {
        props: { override_username: 'deployer' },
        reactions: [
          { user: 'ghost', emoji_name: 'clap_dark_skin_tone' },
          { user: 'ada', emoji_name: 'metal' },
        ],
      }),
      bulkLine('playbook_run', { title: 'of a plugin' }),
    )
    expect(remarks.map(({ reason }) => reason)).toEqual([
      'A line is no JSON object.',
      'No line of the archive has the sender.',
      'A post has no time.',
      'A post is in an unknown channel.',
      'A file is not in the archive.',
      'No line of the archive has the person of a reaction.',
      'A post is in the archive twice.',
      'The skin tone of a reaction is left out.',
    ])
    expect(
      of('reaction')
        .slice(-2)
        .map(({ userKey, emojiName }) => [userKey, emojiName]),
    ).toEqual([
      ...[
        ['ghost', 'clap'],
        ['ada', 'rock_on'],
      ],
    ])
    const senders = of('message').map(({ senderKey }) => senderKey)
    expect(senders.filter((key) => key === 'nina')).toHaveLength(1)
    expect(senders).toContain('webhook deployer')
    expect(of('user').find(({ key }) => key === 'nina')).toMatchObject({ isActive: false })
    expect(of('message').map(({ content }) => content)).toContain('&#42;secret&#42; (missing)')
  })

  /** Source: docs/protocol/import.md#old-addresses. */
  it('has the addresses of files by the ids in their paths', async () => {
    const { of } = await read(zipOf(mattermostExport(sketchOrganization())))
    expect(of('address')).toEqual([
      {
        ...{ kind: 'address', key: `files/${mattermostId('fileplantxt')}` },
        to: { fileKey: storedPath('plan.txt') },
      },
    ])
  })

  it('refuses other archives', async () => {
    await expect(read(zipOf(new Map([['users.json', '[]']])))).rejects.toThrow(
      'no export of Mattermost',
    )
  })

  /** Source: docs/protocol/import.md#mattermost-pins. */
  it('lists pinned posts of a channel in a topic', async () => {
    const reply = { user: 'bob', create_at: at(103).getTime(), message: 'a reply', is_pinned: true }
    const { of } = await readWith(
      post(101, { message: 'the **rules**', is_pinned: true }),
      post(102, { message: 'a root', is_pinned: false, replies: [reply] }),
      post(104, { message: '', is_pinned: true }),
      bulkLine('direct_post', {
        ...{ channel_members: ['ada', 'bob'], user: 'ada', create_at: at(105).getTime() },
        ...{ message: 'between us', is_pinned: true },
      }),
    )
    const messages = of('message')
    const notices = messages.filter(({ to }) => 'topic' in to && to.topic === 'pinned messages')
    const [rules, replied] = ['the **rules**', 'a reply'].map((text) =>
      messages.find(({ content }) => content === text),
    )
    expect(
      notices.map(({ key, senderKey, sentAt, to }) => ({ key, senderKey, sentAt, to })),
    ).toEqual(
      [rules, replied].map((pinned) => ({
        ...{ key: `${pinned?.key}#pin`, senderKey: 'notices of the import' },
        sentAt: pinned?.sentAt,
        to: { streamKey: 'crew/general', topic: 'pinned messages' },
      })),
    )
    expect(notices[0]?.content).toBe(
      `Pinned [message](\u0001message:${rules?.key}|#\u0002):\n\`\`\`quote\nthe rules\n\`\`\``,
    )
  })

  it('sorts more items than the memory holds, and equal ones stay in their order', async () => {
    const runs = await SortedRuns.create<{ at: number; index: number }>()
    for (let index = 0; index < 120_000; index++)
      await runs.add({ at: (index * 7919) % 60_000, index })
    let last = { at: -1, index: -1 }
    let count = 0
    for await (const item of runs.sorted()) {
      if (item.at < last.at || (item.at === last.at && item.index < last.index)) break
      last = item
      count++
    }
    await runs.delete()
    expect(count).toBe(120_000)
  })

  it.each([
    ['_i_ __b__ *i* snake_case_x', '*i* **b** *i* snake_case_x'],
    ['hi @ada. @nobody @here', 'hi \u0001user:ada|Ada\u0002. @nobody @**all**'],
    [
      '`@ada` ~general ~x~ <username>',
      '`@ada` \u0001stream:crew/general|#general\u0002 ~x~ <username>',
    ],
    ['costs $5 and $6, $a+b$', 'costs $5 and $6, $$a+b$$'],
    ['~~~latex\nx_1 @ada\n~~~', '~~~math\nx_1 @ada\n~~~'],
    ['https://x.org/_a_ [_l_](https://x/_b_) a\\_b', 'https://x.org/_a_ [*l*](https://x/_b_) a_b'],
    [':clap_dark_skin_tone: :metal: :own:', '👏🏿 :rock_on: :own:'],
    [`${site}/crew/pl/${postId}.`, `[message](/crew/pl/${postId}).`],
    [`[see](${site}/crew/pl/${postId}) _b_`, `[see](/crew/pl/${postId}) *b*`],
    [
      `${site}/crew/channels/general ${site}/crew/channels/x`,
      `\u0001stream:crew/general|${site}/crew/channels/general\u0002 ${site}/crew/channels/x`,
    ],
    [
      `${site}/crew/messages/${'ab12'.repeat(10)}`,
      `[conversation](/crew/messages/${'ab12'.repeat(10)})`,
    ],
    [`${site}/crew/messages/@ada`, '[@ada](/crew/messages/@ada)'],
    [
      `[f](${site}/api/v4/files/${fileId}) ${site}/files/${fileId}/public?h=x`,
      `[f](\u0001file:a/plan.txt|${site}/api/v4/files/${fileId}\u0002) ` +
        `[plan.txt](\u0001file:a/plan.txt|${site}/files/${fileId}/public?h=x\u0002)`,
    ],
  ])('reads the Markdown %j', (text, markdown) => {
    const names = {
      user: (name: string) => (name === 'ada' ? { key: 'ada', name: 'Ada' } : undefined),
      channel: (_team: string, name: string) => (name === 'general' ? 'crew/general' : undefined),
      hasEmoji: (name: string) => name === 'own',
      file: (id: string) => (id === fileId ? { key: 'a/plan.txt', name: 'plan.txt' } : undefined),
      sites: [oldSiteOf(site)].flatMap((each) => each ?? []),
    }
    expect(markdownOfPost(text, team, names)).toBe(markdown)
  })
})
