import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats, recognizeFormat } from '../../../src/server/moving/import/formats'
import {
  channelOf,
  discordExport,
  fileOf,
  guild,
  idOf,
  messageOf,
  noGuild,
  pathOf,
  snowflake,
  threadOf,
  userOf,
} from '../../support/archives/discord-export'
import { at, sketchOrganization } from '../../support/archives/organization'
import { contentOf, readAll } from '../../support/archives/read-all'
import { writeFiles, zipOf } from '../../support/archives/zip'
import type { ArchiveFiles } from '../../support/archives/zip'
import { makeOwnFolder } from '../../support/own-folder'

const general = channelOf('general')
const generalPath = `public/${pathOf(general)}`

/** Source: docs/protocol/import.md#discord. */
describe('a reader of exports of DiscordChatExporter', () => {
  let folder: string
  const readers: { close: () => Promise<void> }[] = []
  beforeAll(async () => {
    folder = await makeOwnFolder('discord')
  })
  afterAll(async () => {
    for (const reader of readers) await reader.close()
  })

  async function open(path: string) {
    expect(await recognizeFormat(path)).toBe('discord')
    const reader = await formats.discord.open(path)
    readers.push(reader)
    return { reader, ...(await readAll(reader)) }
  }

  async function read(files: ArchiveFiles) {
    const path = join(folder, 'export.zip')
    await writeFile(path, zipOf(files))
    return open(path)
  }

  /** Reads messages of the channel `general`. */
  async function readMessages(messages: object[], more: ArchiveFiles = new Map()) {
    const found = await read(new Map([[generalPath, fileOf(general, messages)], ...more]))
    const byKey = (key: unknown) => found.of('message').find((each) => each.key === key)
    return { ...found, byKey, texts: found.of('message').map(({ content }) => content) }
  }

  it('yields the same from a zip and a folder, with any names of files', async () => {
    const files = discordExport(sketchOrganization())
    const { reader, all, of, remarks } = await read(files)
    expect(reader.source).toBe(`discord:${guild.id}`)
    expect(remarks.map(({ reason, file }) => [reason.split(' ')[1], file])).toEqual([
      ['channel', 'plans'],
    ])
    await writeFiles(join(folder, 'plain'), files)
    expect(JSON.stringify((await open(join(folder, 'plain'))).all)).toBe(JSON.stringify(all))
    expect(of('realm')).toEqual([{ kind: 'realm', name: 'The Crew' }])
    expect(of('user').map(({ fullName, email }) => [fullName, email])).toEqual([
      ['Discord archive', null],
      ...['Bob Hopper', 'Ada Lovelace', 'Gus Guest'].map((name) => [name, null]),
    ])
    expect(of('folder').map(({ name }) => name)).toEqual(['Work'])
    expect(
      of('stream').map(({ name, isPrivate, isDefault }) => [name, isPrivate, isDefault]),
    ).toEqual([
      ['plans', true, false],
      ['general', false, true],
    ])
    expect(of('subscription')).toHaveLength(4)
    const [file] = of('file')
    expect(file && (await contentOf(file.file))).toBe('the plan')

    const odd = [...files].filter(([path]) => path === generalPath)
    for (const name of ['export.json', 'users.json', 'deep/er/and/deeper/x.JSON']) {
      const { of: ofOdd } = await read(new Map(odd.map(([, content]) => [name, content])))
      expect(ofOdd('message')).toHaveLength(2)
    }
    const single = join(folder, 'single')
    await writeFile(single, `\ufeff${String(odd[0]?.[1])}`)
    expect((await open(single)).of('message')).toHaveLength(2)
  })

  it('has messages by time, threads as topics, and conversations', async () => {
    const { of } = await read(discordExport(sketchOrganization(500)))
    const messages = of('message')
    expect(messages).toHaveLength(508)
    const times = messages.map(({ sentAt }) => sentAt.getTime())
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(messages[0]).toMatchObject({
      content: `**Welcome** \u0001user:${idOf('bob')}|Bob Hopper\u0002`,
      to: { streamKey: general.id, topic: 'imported from Discord' },
    })
    const topic = '2024-03-01 Where is the plan for March?'
    expect(messages[1]?.content).toContain(`*2 replies in [${topic}](\u0001message:`)
    const ofThread = messages.filter(({ to }) => 'topic' in to && to.topic === topic)
    expect(ofThread.map(({ content }) => content.split('\n').at(-2) ?? content)).toEqual([
      ...[
        'Where is the plan for March?',
        `In \u0001stream:${general.id}|#general\u0002`,
        'Found it',
      ],
    ])
    const direct = messages.flatMap(({ to }) => ('userKeys' in to ? [to.userKeys.length] : []))
    expect(direct).toEqual([2, 3])
    expect(
      of('reaction').map(({ userKey, emojiName, emojiCode }) => [userKey, emojiName, emojiCode]),
    ).toEqual([
      [idOf('bob'), '+1', '1f44d'],
      [idOf('gus'), '+1', '1f44d'],
    ])
  })

  it('has replies as quotes, however far back they point', async () => {
    const reply = (minutes: number, messageId: string, fields: object = {}) =>
      messageOf(at(minutes), {
        ...{ type: 'Reply', content: 'yes', author: userOf('bob') },
        ...{ reference: { messageId, channelId: general.id, guildId: guild.id }, ...fields },
      })
    const { byKey, texts, remarks } = await readMessages([
      messageOf(at(1), { content: 'shall *we*?' }),
      reply(2, snowflake(at(1))),
      reply(3, snowflake(at(1)), { type: '19', content: 'no' }),
      reply(4, snowflake(at(0))),
      reply(5, snowflake(at(1)), { type: 'Default', content: 'published elsewhere' }),
    ])
    const quote = `\u0001silent:${idOf('ada')}|ada\u0002 [said](\u0001message:${snowflake(at(1))}|#\u0002):`
    expect(texts.slice(1, 3)).toEqual([
      `${quote}\n\`\`\`quote\nshall we?\n\`\`\`\nyes`,
      `${quote}\n\`\`\`quote\nshall we?\n\`\`\`\nno`,
    ])
    expect(byKey(snowflake(at(4)))?.content).toBe(
      `*In reply to [a message](\u0001message:${snowflake(at(0))}|https://discord.com/channels/${guild.id}/${general.id}/${snowflake(at(0))}\u0002) that is not in the archive*\n\nyes`,
    )
    expect(byKey(snowflake(at(5)))?.content).toBe('published elsewhere')
    expect(remarks).toEqual([
      {
        reason: 'A message answers one that is not in the archive.',
        file: `${generalPath}: ${snowflake(at(4))}`,
      },
    ])
  })

  it('has the posts of a forum and private threads in the right place', async () => {
    const forum = channelOf('ideas', { type: 'GuildForum' })
    const post = threadOf(forum, { id: snowflake(at(1)), name: 'Longer lunch' })
    const secret = threadOf(general, {
      id: idOf('secret'),
      type: 'GuildPrivateThread',
      name: 'hush',
    })
    const loose = threadOf(general, { id: idOf('loose'), name: 'Loose' })
    const { of, byKey } = await readMessages(
      [
        messageOf(at(0), {
          ...{ type: 'ThreadCreated', content: 'Started a thread.' },
          reference: { messageId: null, channelId: loose.id, guildId: guild.id },
        }),
        messageOf(at(9), {
          content: `<#${post.id}> https://discord.com/channels/${guild.id}/${loose.id}`,
        }),
      ],
      new Map([
        [
          `public/${pathOf(post)}`,
          fileOf(post, [
            messageOf(at(1), { content: 'why not' }),
            messageOf(at(2), { content: 'hear' }),
          ]),
        ],
        [`public/${pathOf(secret)}`, fileOf(secret, [messageOf(at(3), { content: 'between us' })])],
        [
          `public/${pathOf(loose)}`,
          fileOf(loose, [messageOf(at(4), { content: 'in it' }), messageOf(at(5), { type: '21' })]),
        ],
      ]),
    )
    expect(
      of('stream').map(({ name, isPrivate, description }) => [name, isPrivate, description]),
    ).toEqual([
      ['general', false, ''],
      ['hush', true, 'Private thread of #general'],
      ['ideas', false, ''],
    ])
    expect(of('message').map(({ to }) => to)).toEqual([
      { streamKey: general.id, topic: 'imported from Discord' },
      { streamKey: forum.id, topic: 'Longer lunch' },
      { streamKey: forum.id, topic: 'Longer lunch' },
      { streamKey: secret.id, topic: 'imported from Discord' },
      { streamKey: general.id, topic: 'Loose' },
      { streamKey: general.id, topic: 'imported from Discord' },
    ])
    expect(byKey(snowflake(at(0)))?.content).toBe(
      `*Thread: [Loose](\u0001message:${snowflake(at(4))}|#\u0002)*`,
    )
    expect(byKey(snowflake(at(9)))?.content).toBe(
      `[Longer lunch](\u0001message:${snowflake(at(1))}|#\u0002) [Loose](\u0001message:${snowflake(at(4))}|#\u0002)`,
    )
  })

  it('has roles as groups, bots, webhooks and deleted people', async () => {
    const roles = [
      { id: idOf('@crew'), name: 'Night Crew', color: '#FF0000', position: 2 },
      { id: idOf('@plain'), name: 'Plain', color: null, position: 1 },
    ]
    const hook = (nickname: string) => userOf('hook', { nickname, isBot: true })
    const { of, remarks, texts } = await readMessages([
      messageOf(at(1), {
        author: userOf('ada', { nickname: 'Ada L.', roles }),
        content: '@Night Crew, @ada',
        mentions: [userOf('ada', { nickname: 'Ada L.' })],
      }),
      messageOf(at(2), {
        author: userOf('robo', { isBot: true, discriminator: '1234' }),
        content: 'x',
      }),
      messageOf(at(3), { author: hook('Deploy'), content: 'y' }),
      messageOf(at(4), { author: hook('Alerts'), content: 'z' }),
      messageOf(at(5), {
        author: userOf('deleted_user_0a1b', { nickname: 'Deleted User' }),
        content: 'gone',
      }),
      messageOf(at(6), {
        type: 'GuildMemberJoin',
        content: 'Joined the server.',
        author: userOf('newby'),
      }),
    ])
    expect(
      of('user').map(({ key, fullName, isActive, botType, joinedAt }) => [
        key,
        fullName,
        isActive,
        botType,
        joinedAt,
      ]),
    ).toEqual([
      ['notices of the import', 'Discord archive', true, undefined, undefined],
      [idOf('ada'), 'Ada L.', true, undefined, at(1)],
      [idOf('robo'), 'robo', true, 1, at(2)],
      [expect.stringMatching(`^${idOf('hook')}/[0-9a-f]+$`), 'Deploy', true, 2, at(3)],
      [expect.stringMatching(`^${idOf('hook')}/[0-9a-f]+$`), 'Alerts', true, 2, at(4)],
      [idOf('deleted_user_0a1b'), 'Deleted User', false, undefined, at(5)],
      [idOf('newby'), 'newby', true, undefined, at(6)],
    ])
    expect(of('group')).toEqual([
      { kind: 'group', key: idOf('@crew'), name: 'Night Crew', memberKeys: [idOf('ada')] },
      { kind: 'group', key: idOf('@plain'), name: 'Plain', memberKeys: [idOf('ada')] },
    ])
    expect(remarks).toEqual([{ reason: 'The color of a role is dropped.', file: 'Night Crew' }])
    expect(texts).toHaveLength(5)
    expect(texts[0]).toBe(
      `\u0001group:${idOf('@crew')}|@Night Crew\u0002, \u0001user:${idOf('ada')}|Ada L.\u0002`,
    )
  })

  it('has custom emoji, reactions, and numbers of reactions without people', async () => {
    const media = `${generalPath.split('/').at(-1) ?? ''}_Files`
    const emoji = (id: string, name: string, file?: string) => ({
      ...{ id, name, code: name, isAnimated: false },
      imageUrl: file ? `${media}/${file}` : `https://cdn.discordapp.com/emojis/${id}.png`,
    })
    const [cat, late, lost] = [
      emoji('100000000000000001', 'PartyCat', 'cat-1.png'),
      emoji('100000000000000002', 'partycat', 'cat-2.png'),
      emoji('100000000000000003', 'lost'),
    ]
    const thumb = { id: '', name: '👍🏽', code: 'thumbsup_tone3', isAnimated: false, imageUrl: '' }
    const { of, remarks, texts } = await readMessages(
      [
        messageOf(at(1), {
          ...{
            content: ':PartyCat: <:partycat:100000000000000002> :lost:',
            inlineEmojis: [cat, late, lost],
          },
          reactions: [
            { emoji: late, count: 1, users: [userOf('bob')] },
            { emoji: thumb, count: 3, users: [userOf('bob'), userOf('gus')] },
            { emoji: { ...thumb, name: '👍' }, count: 1, users: [userOf('gus')] },
            { emoji: lost, count: 1, users: [userOf('bob')] },
            { emoji: { ...thumb, name: '❤️' }, count: 7 },
          ],
        }),
      ],
      new Map([
        [`public/${media}/cat-1.png`, 'one'],
        [`public/${media}/cat-2.png`, 'two'],
      ]),
    )
    expect(of('emoji').map(({ key, name, image }) => [key, name, image.path])).toEqual([
      [cat?.id, 'partycat', `public/${media}/cat-1.png`],
      [late?.id, 'partycat_000002', `public/${media}/cat-2.png`],
    ])
    expect(texts).toEqual([':partycat: :partycat_000002: :lost:'])
    expect(
      of('reaction').map(({ userKey, emojiName, emojiKey }) => [userKey, emojiName, emojiKey]),
    ).toEqual([
      [idOf('bob'), 'partycat_000002', late?.id],
      [idOf('bob'), '+1', undefined],
      [idOf('gus'), '+1', undefined],
    ])
    expect(remarks.map(({ reason, file }) => [reason, file.split(': ').at(-1)])).toEqual([
      ['The picture of an emoji is not in the archive.', 'lost'],
      ['Reactions of people whom the archive does not name are left out.', '1 × 👍🏽'],
      ['The emoji :lost: is unknown.', generalPath],
      ['Reactions of people whom the archive does not name are left out.', '7 × ❤️'],
    ])
  })

  it('has attachments, stickers, embeds, buttons, commands and forwarded messages', async () => {
    const media = `C:\\exports\\media`
    const sticker = { id: '7', name: 'Wave', format: 'Png', sourceUrl: `${media}\\wave-AB.png` }
    const embed = {
      ...{ title: 'Build *42*', url: 'https://ci.test/42', description: '**ok** <@1>' },
      ...{ timestamp: '2024-03-01T09:00:00+00:00', color: '#00FF00' },
      ...{ author: { name: 'CI', url: 'https://ci.test' }, footer: { text: 'by hand' } },
      image: { url: `${media}\\shot-CD.png`, canonicalUrl: 'https://ci.test/shot.png' },
      thumbnail: { url: 'https://ci.test/t.png', canonicalUrl: 'https://ci.test/t.png' },
      ...{
        images: [],
        fields: [{ name: 'Took', value: '3 `s`', isInline: true }],
        inlineEmojis: [],
      },
    }
    const bot = userOf('robo', { isBot: true, discriminator: '1234' })
    const { of, remarks, texts } = await readMessages(
      [
        messageOf(at(1), {
          attachments: [
            { id: '1', url: `${media}\\a-12345.txt`, fileName: 'a [1].txt', fileSizeBytes: 1 },
            { id: '2', url: `${media}\\b-12345.txt`, fileName: 'SPOILER_b.txt', fileSizeBytes: 1 },
            { id: '3', url: 'https://cdn.discordapp.com/x/c.txt?ex=1', fileName: 'c.txt' },
            { id: '4', url: `${media}\\gone.txt`, fileName: 'gone.txt' },
          ],
          stickers: [sticker, { ...sticker, id: '8', name: 'Moves', format: 'Lottie' }],
        }),
        messageOf(at(2), { stickers: [sticker], embeds: [embed], content: 'https://ci.test/42' }),
        messageOf(at(3), {
          ...{ author: bot, embeds: [embed], type: '20' },
          interaction: { id: '1', name: 'build', user: userOf('bob') },
          components: [
            {
              type: 'ActionRow',
              components: [
                { type: 'Button', label: 'Open', url: 'https://ci.test' },
                { type: 'Button', label: 'Stop', url: null },
              ],
            },
          ],
        }),
        messageOf(at(4), {
          reference: {
            type: 'Forward',
            messageId: snowflake(at(1)),
            channelId: general.id,
            guildId: guild.id,
          },
          forwardedMessage: {
            ...{
              content: '**old** news',
              embeds: [],
              stickers: [],
              timestamp: at(0).toISOString(),
            },
            attachments: [{ id: '1', url: `${media}\\a-12345.txt`, fileName: 'a.txt' }],
          },
        }),
        messageOf(at(5), { type: 'Call', callEndedTimestamp: at(12).toISOString() }),
        messageOf(at(6), {
          type: '46',
          embeds: [
            {
              fields: [
                { name: 'poll_question_text', value: 'Tea?' },
                { name: 'victor_answer_text', value: 'Yes' },
                { name: 'victor_answer_votes', value: '2' },
                { name: 'total_votes', value: '3' },
              ],
            },
          ],
        }),
        messageOf(at(7), { content: '/me by chance', timestampEdited: at(8).toISOString() }),
        messageOf(at(9)),
        messageOf(at(10), { type: '24', content: 'blocked' }),
      ],
      new Map(
        ['a-12345.txt', 'b-12345.txt', 'wave-AB.png', 'shot-CD.png'].map((name) => [
          `media/${name}`,
          name,
        ]),
      ),
    )
    const key = (minutes: number) => snowflake(at(minutes))
    expect(of('file').map(({ key: each, name, file }) => [each, name, file.path])).toEqual([
      [`${key(1)}/1`, 'a [1].txt', 'media/a-12345.txt'],
      [`${key(1)}/2`, 'SPOILER_b.txt', 'media/b-12345.txt'],
      ['sticker/7', 'Wave.png', 'media/wave-AB.png'],
      [`${key(3)}/embed/0`, 'shot-CD.png', 'media/shot-CD.png'],
      [`${key(4)}/1`, 'a.txt', 'media/a-12345.txt'],
    ])
    expect(texts).toEqual([
      [
        '[Sticker&#58; Wave](\u0001file:sticker/7|#\u0002)\n*Sticker&#58; Moves*\n',
        `[a &#91;1&#93;.txt](\u0001file:${key(1)}/1|#\u0002)`,
        `\`\`\`spoiler\n[b.txt](\u0001file:${key(1)}/2|#\u0002)\n\`\`\``,
        '[c.txt](https://cdn.discordapp.com/x/c.txt?ex=1)\ngone.txt (missing)',
      ]
        .join('\n')
        .replaceAll('Sticker&#58;', 'Sticker:'),
      'https://ci.test/42\n\n[Sticker: Wave](\u0001file:sticker/7|#\u0002)',
      [
        `\u0001silent:${idOf('bob')}|bob\u0002 used \`/build\``,
        '[CI](https://ci.test)',
        '**[Build &#42;42&#42;](https://ci.test/42)**',
        '**ok** @1',
        '**Took**: 3 `s`',
        'by hand | <time:2024-03-01T09:00:00Z>',
        `[picture](\u0001file:${key(3)}/embed/0|https://ci.test/shot.png\u0002)\n[picture](https://ci.test/t.png)`,
        '[Open](https://ci.test)',
      ].join('\n\n'),
      `*Forwarded [message](\u0001message:${key(1)}|https://discord.com/channels/${guild.id}/${general.id}/${key(1)}\u0002):*\n\`\`\`quote\n**old** news\n\n[a.txt](\u0001file:${key(4)}/1|#\u0002)\n\`\`\``,
      '/me started a call of 7 min',
      'The poll “Tea?” has ended: Yes (2 of 3 votes)',
      '\u200b/me by chance',
    ])
    expect(of('message').at(-1)?.lastEditedAt).toEqual(at(8))
    expect(remarks.map(({ reason, file }) => [reason, file.split(': ').at(-1)])).toEqual([
      ['A message of the automatic moderation is left out.', generalPath],
      ['A file is not in the archive.', 'c.txt'],
      ['A file is not in the archive.', 'gone.txt'],
      ['A message has no content.', key(9)],
    ])
  })

  /** Source: docs/protocol/import.md#discord-pins. */
  it('lists pinned messages in a topic, by the time of the pin', async () => {
    const { of } = await readMessages([
      messageOf(at(1), { content: 'the *rules*', isPinned: true }),
      messageOf(at(2), { content: 'the plan', isPinned: true }),
      messageOf(at(3), {
        ...{ type: 'ChannelPinnedMessage', author: userOf('bob'), content: 'Pinned a message.' },
        reference: { messageId: snowflake(at(1)), channelId: general.id, guildId: guild.id },
      }),
    ])
    const notices = of('message').filter(
      ({ to }) => 'topic' in to && to.topic === 'pinned messages',
    )
    expect(notices.map(({ key, sentAt }) => [key, sentAt])).toEqual([
      [`${snowflake(at(2))}#pin`, at(2)],
      [`${snowflake(at(1))}#pin`, at(3)],
    ])
    expect(notices[1]?.content).toMatch(/^\u0001silent:.*\|bob\u0002 pinned a \[message\]/)
  })

  it('reads parts, repeated exports and older forms, each message once', async () => {
    const { categoryId: _id, ...old } = channelOf('old', { category: 'Text' })
    const { of } = await read(
      new Map([
        [generalPath, fileOf(general, [messageOf(at(1), { content: 'early text' })])],
        [
          `public/new/${pathOf(general)}`,
          fileOf(general, [messageOf(at(1), { content: 'edited' })], {
            exportedAt: '2024-07-01T00:00:00Z',
          }),
        ],
        [
          `public/${pathOf(general, ' [part 2]')}`,
          fileOf(general, [messageOf(at(2), { content: 'two' })]),
        ],
        [
          pathOf(old, ' (after 2020-01-01)'),
          fileOf(old, [
            {
              id: '12',
              type: 'Default',
              timestamp: at(3).toISOString(),
              content: 'old',
              author: { id: '5', name: 'Vera', discriminator: '0042', isBot: false },
            },
          ]),
        ],
      ]),
    )
    expect(of('message').map(({ content }) => content)).toEqual(['edited', 'two', 'old'])
    expect(
      of('stream').map(({ name, isPrivate, folderKey }) => [name, isPrivate, folderKey]),
    ).toEqual([
      ['general', false, channelOf('x').categoryId],
      ['old', true, undefined],
    ])
  })

  it('finds the people of conversations', async () => {
    const direct = (id: string, name: string, type = 'DirectTextChat') => ({
      id,
      type,
      categoryId: null,
      category: null,
      name,
      topic: null,
    })
    const ada = userOf('ada')
    const file = (
      id: string,
      name: string,
      messages: object[],
      type?: string,
    ): [string, string] => [
      `${id}.json`,
      fileOf(direct(id, name, type), messages, { ofGuild: noGuild }),
    ]
    const { reader, of, remarks } = await read(
      new Map([
        file('901', 'bob', [
          messageOf(at(1), { author: ada, content: 'to bob' }),
          messageOf(at(2), { author: userOf('bob'), content: 'to ada' }),
        ]),
        file('902', 'silent', [messageOf(at(3), { author: ada, content: 'to nobody known' })]),
        file(
          '903',
          'bob, cy',
          [messageOf(at(4), { author: userOf('cy'), content: 'to all' })],
          'DirectGroupTextChat',
        ),
        [
          'pinned.json',
          fileOf(
            direct('901', 'bob'),
            [messageOf(at(5), { author: ada, content: 'pin', isPinned: true })],
            { ofGuild: noGuild },
          ),
        ],
      ]),
    )
    expect(reader.source).toBe('discord:0')
    expect(of('realm')).toEqual([])
    const members = of('message').map(({ content, to }) => [
      content,
      'userKeys' in to && [...to.userKeys].sort(),
    ])
    expect(members).toEqual([
      ['to bob', [idOf('ada'), idOf('bob')].sort()],
      ['to ada', [idOf('ada'), idOf('bob')].sort()],
      ['to nobody known', [idOf('ada'), 'conversation 902']],
      ['to all', [idOf('ada'), idOf('bob'), idOf('cy')].sort()],
      ['pin', [idOf('ada'), idOf('bob')].sort()],
    ])
    expect(remarks).toEqual([{ reason: 'A member of a conversation is unknown.', file: 'silent' }])
  })

  it('leaves out damage and foreign files, and refuses several servers', async () => {
    const whole = fileOf(general, [
      messageOf(at(1), { content: 'one' }),
      messageOf(at(2), { content: 'two' }),
    ])
    const damaged = whole.replace('"type": "Default"', '"type": Default')
    const broken = fileOf(channelOf('other'), [messageOf(at(3), { content: 'three' })])
    const { of, remarks } = await read(
      new Map([
        [generalPath, damaged.replace('"messages": [', '"messages": [\n5, {"id": "1"},')],
        [`public/${pathOf(channelOf('other'))}`, broken.slice(0, broken.indexOf('"messageCount"'))],
        ['notes.json', '[1, 2]'],
        ['notes.txt', 'text'],
      ]),
    )
    expect(of('message').map(({ content }) => content)).toEqual(['two', 'three'])
    expect(remarks.map(({ reason, line }) => [reason.replace(/: .*/, ''), line])).toEqual([
      ['The file is no export of DiscordChatExporter.', undefined],
      ['A message is damaged.', 1],
      ['A message has no id, no time or no author.', undefined],
      ['A message is damaged.', 3],
      ['The file breaks off', undefined],
    ])
    const other = { id: '77', name: 'Another', iconUrl: '' }
    const path = join(folder, 'two.zip')
    await writeFile(
      path,
      zipOf(
        new Map([
          ['a.json', whole],
          ['b.json', fileOf(general, [], { ofGuild: other })],
        ]),
      ),
    )
    await expect(formats.discord.open(path)).rejects.toThrow('several servers')
    await writeFile(path, zipOf(new Map([['a.json', '{}']])))
    await expect(formats.discord.open(path)).rejects.toThrow('no JSON file of DiscordChatExporter')
  })
})
