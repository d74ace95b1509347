import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSlackArchive } from '../../../src/server/moving/import/slack/read-slack'
import { at, sketchOrganization } from '../../support/archives/organization'
import { contentOf, readAll } from '../../support/archives/read-all'
import { slackExport, slackTime } from '../../support/archives/slack-export'
import { writeFiles, zipOf } from '../../support/archives/zip'
import type { ArchiveFiles } from '../../support/archives/zip'
import { asRecords } from '../../support/checked'
import { makeOwnFolder } from '../../support/own-folder'

/** Source: docs/protocol/import.md#slack. */
describe('a reader of an export of Slack', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeOwnFolder('slack')
  })

  async function read(files: ArchiveFiles, name = 'export.zip') {
    const path = join(folder, name)
    await writeFile(path, zipOf(files))
    const reader = await openSlackArchive(path)
    return { reader, ...(await readAll(reader)) }
  }

  function withRows(path: string, rows: object[]): ArchiveFiles {
    const files = slackExport(sketchOrganization())
    return files.set(path, JSON.stringify(rows))
  }

  const row = (minutes: number, fields: object) => ({
    ...{ type: 'message', user: 'UADA', ts: slackTime(at(minutes)), text: 'text' },
    ...fields,
  })

  it('yields the same records of a zip and of its folder, kind by kind', async () => {
    const files = slackExport(sketchOrganization())
    const zipped = await read(files)
    await writeFiles(join(folder, 'unpacked'), files)
    const unpacked = await readAll(await openSlackArchive(join(folder, 'unpacked')))
    expect(JSON.stringify(unpacked.all)).toBe(JSON.stringify(zipped.all))
    expect(zipped.reader.source).toBe('slack:T1')
    expect(zipped.remarks).toEqual([])
    const kinds = zipped.all.map(({ kind }) => kind)
    expect([...new Set(kinds)]).toEqual([
      ...['user', 'profile-field', 'profile-value', 'stream', 'subscription', 'file'],
      ...['message', 'reaction', 'address'],
    ])
    await zipped.reader.close()
  })

  it('has people with roles and addresses, and streams with their members', async () => {
    const { of } = await read(slackExport(sketchOrganization()))
    expect(
      of('user').map(({ key, role, isActive, email }) => [key, role, isActive, email]),
    ).toEqual([
      ['notices', 400, true, null],
      ['UADA', 100, true, 'ada@example.org'],
      ['UBOB', 400, true, 'bob@example.org'],
      ['UGUS', 600, true, 'gus@example.org'],
      ['UOLD', 400, false, 'old@example.org'],
    ])
    expect(of('stream')).toMatchObject([
      { key: 'CGENERAL', isPrivate: false, isDefault: true, description: 'For everybody' },
      { key: 'CPLANS', isPrivate: true, isDefault: false, creatorKey: 'UADA' },
    ])
    expect(of('subscription').map(({ streamKey, userKey }) => `${streamKey} ${userKey}`)).toEqual([
      ...['CGENERAL UADA', 'CGENERAL UBOB', 'CGENERAL UGUS', 'CPLANS UADA', 'CPLANS UBOB'],
    ])
  })

  it('has messages in the order of time, and threads as topics that can be read alone', async () => {
    const { of } = await read(slackExport(sketchOrganization(3000)))
    const messages = of('message')
    const times = messages.map(({ sentAt }) => sentAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(messages).toHaveLength(3000 + 8)
    const root = `CGENERAL/${slackTime(at(1))}`
    const topic = '2024-03-01 Where is the plan for March?'
    const ofThread = messages.filter(({ to }) => 'topic' in to && to.topic === topic)
    expect(ofThread.map(({ key }) => key)).toEqual([
      `${root}#thread`,
      `CGENERAL/${slackTime(at(3))}`,
      `CGENERAL/${slackTime(at(3000))}`,
    ])
    expect(ofThread[0]?.content).toBe(
      `\u0001silent:UBOB|Bob Hopper\u0002 [said](\u0001message:${root}|#\u0002):\n` +
        '```quote\nWhere is the plan for March?\n```',
    )
    expect(ofThread[1]?.content).toBe('In \u0001stream:CGENERAL|#general\u0002')
    expect(messages.find(({ key }) => key === root)).toMatchObject({
      to: { topic: 'imported from Slack' },
      content:
        'Where is the [plan](https://example.org/a) for March?\n\n' +
        `*2 replies in [${topic}](\u0001message:${root}#thread|#\u0002)*`,
    })
  })

  it('has mentions, reactions, private conversations and the files that are inside', async () => {
    const { of } = await read(slackExport(sketchOrganization()))
    const [welcome] = of('message')
    expect(welcome).toMatchObject({
      content: '**Welcome** \u0001user:UBOB|Bob Hopper\u0002',
      mentionedKeys: ['UBOB'],
    })
    expect(of('reaction').map(({ userKey, emojiName }) => [userKey, emojiName])).toEqual([
      ['UBOB', 'thumbsup'],
      ['UGUS', 'thumbsup'],
    ])
    const private_ = of('message').filter(({ to }) => 'userKeys' in to)
    expect(private_.map(({ to }) => to)).toEqual([
      { userKeys: ['UADA', 'UBOB'] },
      { userKeys: ['UADA', 'UBOB', 'UGUS'] },
    ])
    const [file] = of('file')
    expect(file && (await contentOf(file.file))).toBe('the plan')
    expect(of('message').find(({ content }) => content.startsWith('Hush'))?.content).toBe(
      'Hush\n\n[plan.txt](\u0001file:FPLANTXT|https://files.slack.com/FPLANTXT\u0002)',
    )
  })

  it('keeps the root of a thread in a topic of its own out of other threads with the same words', async () => {
    const thread = (minutes: number) => [
      row(minutes, { text: 'Standup' }),
      row(minutes + 1, { thread_ts: slackTime(at(minutes)), text: `reply to ${minutes}` }),
    ]
    const { of } = await read(withRows('general/2024-03-01.json', [...thread(10), ...thread(20)]))
    const topics = of('message').flatMap(({ to, content }) =>
      content.startsWith('reply to') && 'topic' in to ? [to.topic] : [],
    )
    expect(topics).toEqual(['2024-03-01 Standup', '2024-03-01 Standup (2)'])
  })

  it('has user groups with their members, and mentions them silently', async () => {
    const files = withRows('usergroups.json', [
      ...[{ id: 'S1', handle: 'crew', name: 'The Crew', users: ['UADA', 'UBOB', 'UNOBODY'] }],
      ...[{ id: 'S2', handle: 'gone', name: 'gone', users: [], date_delete: 1_700_000_000 }],
      { handle: 'no-id' },
    ])
    const text = 'Hi <!subteam^S1> and <!subteam^S9|@others>'
    files.set('general/2024-03-01.json', JSON.stringify([row(0, { text })]))
    const { of, remarks } = await read(files)
    expect(of('group')).toMatchObject([
      { key: 'S1', name: 'crew', description: 'The Crew', memberKeys: ['UADA', 'UBOB'] },
      { key: 'S2', name: 'gone', description: '', memberKeys: [], isDeactivated: true },
    ])
    expect(of('message')[0]?.content).toBe('Hi \u0001group:S1|@crew\u0002 and @others')
    expect(remarks).toContainEqual({ reason: 'A user group has no id.', file: 'usergroups.json' })
  })

  it('lists pinned messages of a channel in a topic, by its list or by the messages themselves', async () => {
    const pinned_to = { pinned_to: ['CGENERAL'], pinned_info: { pinned_by: 'UADA' } }
    const files = withRows('general/2024-03-01.json', [
      row(0, { text: 'the *rules*' }),
      row(1, { text: 'the plan', ...pinned_to }),
      row(2, { text: 'the rest', pinned_to: ['COTHER'] }),
    ])
    const [general] = asRecords(JSON.parse(String(files.get('channels.json'))))
    const created = at(5).getTime() / 1000
    const pins = [
      { id: slackTime(at(0)), type: 'C', created, user: 'UBOB' },
      { id: slackTime(at(77)), type: 'C', created, user: 'UBOB' },
    ]
    files.set('channels.json', JSON.stringify([{ ...general, pins }]))
    const { of } = await read(files)
    const notices = of('message').filter(
      ({ to }) => 'topic' in to && to.topic === 'pinned messages',
    )
    expect(notices.map(({ key, senderKey, sentAt }) => [key, senderKey, sentAt])).toEqual([
      [`CGENERAL/${slackTime(at(1))}#pin`, 'notices', new Date(at(1).getTime())],
      [`CGENERAL/${slackTime(at(0))}#pin`, 'notices', at(5)],
    ])
    expect(notices[1]?.content).toBe(
      '\u0001silent:UBOB|Bob Hopper\u0002 pinned a ' +
        `[message](\u0001message:CGENERAL/${slackTime(at(0))}|#\u0002):\n` +
        '```quote\nthe rules\n```',
    )
  })

  it('has canvases as HTML files, in a message of their author, or as links to Slack', async () => {
    const canvas = { mode: 'canvas', mimetype: 'application/vnd.slack-docs', user: 'UADA' }
    const permalink = 'https://acme.slack.com/docs/T1/F2'
    const files = withRows('canvases.json', [
      { id: 'F1', title: 'Handbook', created: at(7).getTime() / 1000, ...canvas },
    ])
    const [general] = asRecords(JSON.parse(String(files.get('channels.json'))))
    const properties = { canvas: { file_id: 'F1', is_empty: false } }
    files.set('channels.json', JSON.stringify([{ ...general, properties }]))
    files.set('__uploads/F1/Handbook', '<html><h1>Handbook</h1></html>')
    const shared = { id: 'F2', title: 'Notes', permalink, ...canvas }
    const day = [row(0, { files: [shared], text: '' })]
    files.set('general/2024-03-01.json', JSON.stringify(day))
    const inside = { id: 'F3', created: at(8).getTime() / 1000, user: 'UBOB', permalink }
    files.set('general/canvas_in_the_conversation.json', JSON.stringify([inside, { id: '' }]))
    const { of, remarks } = await read(files)
    expect(of('file').find(({ key }) => key === 'F1')).toMatchObject({
      ...{ name: 'Handbook.html', contentType: 'text/html', ownerKey: 'UADA' },
    })
    const general_ = of('message').filter(({ key }) => key.startsWith('CGENERAL/'))
    expect(general_.slice(0, 3).map(({ content, senderKey }) => [senderKey, content])).toEqual([
      ['UADA', `[Notes](${permalink})`],
      ['UADA', '[Handbook](\u0001file:F1|\u0002)'],
      ['UBOB', `[Canvas](${permalink})`],
    ])
    expect(of('message').map(({ key }) => key)).toContain('CGENERAL/canvas/F1')
    expect(remarks).toContainEqual({
      ...{ reason: 'A canvas has no id or no time.' },
      file: 'general/canvas_in_the_conversation.json',
    })
  })

  it('shows a broadcast reply in both topics, and quotes the root in private conversations', async () => {
    const files = withRows('general/2024-03-01.json', [
      row(0, { text: 'root' }),
      row(9, { subtype: 'thread_broadcast', thread_ts: slackTime(at(0)), text: 'to all' }),
    ])
    const conversation = [
      row(0, { text: 'first' }),
      row(1, { text: 'second' }),
      row(2, { thread_ts: slackTime(at(0)), text: 'an answer' }),
      row(3, { thread_ts: slackTime(at(0)), text: 'another' }),
    ]
    const { of } = await read(files.set('DADABOB/2024-03-01.json', JSON.stringify(conversation)))
    const key = `CGENERAL/${slackTime(at(9))}`
    expect(of('message').find((each) => each.key === `${key}#broadcast`)).toMatchObject({
      content: `*in [2024-03-01 root](\u0001message:${key}|#\u0002):* to all`,
      to: { topic: 'imported from Slack' },
    })
    const ofConversation = of('message').filter(({ key }) => key.startsWith('DADABOB/'))
    expect(ofConversation[2]?.content).toMatch(/\[said\].*\n```quote\nfirst\n```\nan answer$/)
    expect(ofConversation[3]?.content).toBe('another')
  })

  it('reads joins as periods, calls and topics as no messages, and bots by their names', async () => {
    const { of, remarks } = await read(
      withRows('general/2024-03-01.json', [
        row(0, { subtype: 'channel_join', user: 'UGUS' }),
        row(1, { subtype: 'channel_leave', user: 'UOLD' }),
        row(2, { subtype: 'channel_topic', topic: 'x' }),
        row(3, { subtype: 'bot_message', user: undefined, bot_id: 'B1', username: 'deployer' }),
        row(4, {
          ...{ subtype: 'huddle_thread', text: '' },
          room: { date_start: 100, date_end: 700, participant_history: ['UADA', 'UBOB'] },
        }),
        row(5, { subtype: 'me_message', text: 'waves' }),
      ]),
    )
    const contents = of('message').filter(({ key }) => key.startsWith('CGENERAL/'))
    expect(contents.map(({ senderKey, content }) => [senderKey, content])).toEqual([
      ['B1', 'text'],
      ['UADA', '/me started a huddle of 10 min with Ada Lovelace, Bob Hopper'],
      ['UADA', '/me waves'],
      ['notices', '*The message that began this thread is not in the archive.*'],
      ['UBOB', 'Found it'],
    ])
    expect(of('user').find(({ key }) => key === 'B1')).toMatchObject({
      fullName: 'deployer',
      isBot: true,
    })
    const periods = of('subscription').filter(({ periods: each }) => each)
    expect(periods).toMatchObject([
      { userKey: 'UGUS', isActive: true, periods: [{ from: at(0) }] },
      { userKey: 'UOLD', isActive: false, periods: [{ from: new Date(0), to: at(1) }] },
    ])
    expect(remarks.length).toBe(1)
  })

  it('reads several workspaces of Enterprise Grid as one organization', async () => {
    const files: ArchiveFiles = new Map()
    for (const [path, content] of slackExport(sketchOrganization())) {
      files.set(`teams/one/${path}`, content)
    }
    const shared = { id: 'CSHARED', name: 'shared', members: ['UADA'] }
    files.set('channels.json', JSON.stringify([shared]))
    files.set('CSHARED/2024-03-02.json', JSON.stringify([row(1500, { text: 'across' })]))
    const { of } = await read(files)
    const general = { id: 'CTWO', name: 'general', members: ['UADA'] }
    files.set('teams/two/channels.json', JSON.stringify([general]))
    const two = await read(files)
    expect(of('stream').map(({ key, name }) => [key, name])).toEqual([
      ['CSHARED', 'shared'],
      ['CGENERAL', 'general'],
      ['CPLANS', 'plans'],
    ])
    expect(two.of('stream').map(({ name }) => name)).toEqual([
      ...['shared', 'general (one)', 'plans', 'general (two)'],
    ])
    expect(of('message').map(({ content }) => content)).toContain('across')
    expect(of('address')).toContainEqual({
      ...{ kind: 'address', key: 'archives/DADABOB', to: { userKeys: ['UADA', 'UBOB'] } },
    })
  })

  it('finds files, avatars and emoji where slackdump stores them, and no login pages', async () => {
    const file = (id: string, fields: object) => ({
      files: [{ id, name: id, user: 'UADA', permalink: `https://s/${id}`, ...fields }],
    })
    const files = withRows('general/2024-03-01.json', [
      row(0, { text: ':crab:', ...file('F1', {}), reactions: [{ name: 'crab', users: ['UBOB'] }] }),
      row(1.5, file('F2', { title: '*F2*', mimetype: 'image/png', size: 9 })),
      row(1.7, { attachments: [{ is_share: true, text: 'shared', ...file('F4', {}) }], text: '' }),
      row(2, file('F3', { mode: 'snippet', filetype: 'python', preview: 'x = 1', size: 5 })),
    ])
    files.set('general/attachments/F1-a.txt', 'one')
    files.set('__uploads/F4/F4.txt', 'four')
    files.set('__uploads/F2/F2.png', '<!DOCTYPE html><title>Log in</title>')
    files.set('__avatars/UADA/ada.png', 'picture')
    files.set('emojis/crab.png', 'crab')
    const { of, remarks } = await read(files)
    const contents = of('message').map(({ content }) => content)
    expect(contents[0]).toBe(':crab:\n\n[F1](\u0001file:F1|https://s/F1\u0002)')
    expect(contents).toContain('text\n\n[&#42;F2&#42;](https://s/F2)')
    expect(contents).toContain('shared\n\n[F4](\u0001file:F4|https://s/F4\u0002)')
    expect(contents).toContain('text\n\nF3\n```python\nx = 1\n```')
    expect(of('emoji')).toMatchObject([{ key: 'crab', name: 'crab' }])
    expect(of('reaction')).toMatchObject([{ emojiName: 'crab', emojiKey: 'crab' }])
    const avatar = of('user').find(({ key }) => key === 'UADA')?.avatar
    expect(avatar && (await contentOf(avatar))).toBe('picture')
    expect(remarks.map(({ reason }) => reason)).toEqual([
      'The file of the archive is a login page.',
      'A file is not in the archive.',
    ])
  })

  it('makes one of two users with one address, and marks people of other workspaces', async () => {
    const user = (id: string, fields: object) => ({ id, team_id: 'T1', name: id, ...fields })
    const profile = { email: 'Ada@example.org' }
    const { of, remarks } = await read(
      withRows('users.json', [
        user('UOLDADA', { deleted: true, profile }),
        user('UADA', { profile: { email: 'ada@example.org', real_name: 'Ada' } }),
        user('UBOB', { is_bot: true, profile: { bot_id: 'B7', email: 'b@example.org' } }),
        user('UGUS', { team_id: 'T2', real_name: 'Gus' }),
      ]),
    )
    expect(of('user').slice(1)).toMatchObject([
      { key: 'UADA', email: 'ada@example.org', isActive: true },
      { key: 'UBOB', email: null, isBot: true },
      { key: 'UGUS', fullName: 'Gus [T2]', isActive: false },
    ])
    expect(remarks[0]?.reason).toBe('Two users have one address, and become one.')
  })
})
