import { readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAs, recognizeFormat } from '../../../src/server/moving/import/formats'
import { openSlackArchive } from '../../../src/server/moving/import/slack/read-slack'
import { at, sketchOrganization } from '../../support/archives/organization'
import { readAll } from '../../support/archives/read-all'
import { slackExport, slackTime } from '../../support/archives/slack-export'
import { tarOf } from '../../support/archives/tar'
import { writeFiles, zipOf } from '../../support/archives/zip'
import { makeOwnFolder } from '../../support/own-folder'

const day = 'general/2024-03-01.json'

/** Source: docs/protocol/import.md#archive-safety. */
describe('a damaged or hostile export', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeOwnFolder('slack-damage')
  })

  const files = () => slackExport(sketchOrganization())

  async function open(bytes: Buffer) {
    const path = join(folder, 'export.zip')
    await writeFile(path, bytes)
    return openSlackArchive(path)
  }

  async function readRows(rows: unknown[]) {
    const reader = await open(zipOf(files().set(day, JSON.stringify(rows))))
    const { of, remarks } = await readAll(reader)
    const messages = of('message').filter(({ key }) => key.startsWith('CGENERAL/'))
    return { of, reasons: remarks.map(({ reason }) => reason), messages }
  }

  const row = (fields: object) => ({
    ...{ type: 'message', user: 'UADA', ts: slackTime(at(0)), text: 'text' },
    ...fields,
  })

  it('is refused if the zip is truncated, is no zip, or is of another kind', async () => {
    const bytes = zipOf(files())
    await expect(open(bytes.subarray(0, -30))).rejects.toThrow(
      'The archive is damaged or no zip file: its end is missing. Copy it again from its server.',
    )
    await expect(open(Buffer.from('hello'))).rejects.toThrow('damaged or no zip')
    await expect(open(zipOf(new Map([['a.txt', 'a']])))).rejects.toThrow('no export of Slack')
    await expect(openSlackArchive(join(folder, 'nowhere'))).rejects.toThrow('no archive at')
  })

  it('is read from a .tar.gz too, and unpacks it only until it is closed', async () => {
    const packed = join(folder, 'export.tar.gz')
    const own = `.${process.pid}.`
    const left = async () =>
      (await readdir(tmpdir())).filter(
        (each) => each.startsWith('parley-import-') && each.includes(own),
      )
    const before = await left()
    const members = [...files()].map(([name, body]): [string, string] => [
      `./acme/${name}`,
      String(body),
    ])
    await writeFile(packed, tarOf([...members, ['acme/big', 'x'.repeat(100_000)]]))
    expect(await recognizeFormat(packed)).toBe('slack')
    const reader = await openAs('slack', packed)
    expect((await readAll(reader)).of('message')).toHaveLength(8)
    await reader.close()
    expect(await left()).toEqual(before)

    await writeFile(packed, tarOf([['a.txt', 'a']]))
    await expect(recognizeFormat(packed)).rejects.toThrow('--from')
    await writeFile(packed, tarOf([['x', 'y'.repeat(100_000)]]).subarray(0, 100))
    await expect(openAs(await recognizeFormat(packed), packed)).rejects.toThrow(
      'not a whole .tar.gz',
    )
    await writeFile(packed, tarOf([['../users.json', '[]']]))
    await expect(openAs('slack', packed)).rejects.toThrow('leads out of it')
    expect(await left()).toEqual(before)
  })

  it('is refused with paths that leave it', async () => {
    for (const path of ['../users.json', 'a/../../b', '/etc/passwd', 'C:/x', '..\\x']) {
      await expect(open(zipOf(files().set(path, '')))).rejects.toThrow('unsafe path')
    }
  })

  it('is refused with a link in the zip, and a link in a folder is left out', async () => {
    const zip = zipOf(files().set('link', '/etc/passwd'), { links: ['link'] })
    await expect(open(zip)).rejects.toThrow('no plain file')

    const unpacked = join(folder, 'unpacked')
    await writeFiles(unpacked, files())
    await symlink('/etc/passwd', join(unpacked, 'general/2024-03-02.json'))
    const { of, remarks } = await readAll(await openSlackArchive(unpacked))
    expect(remarks).toEqual([
      { reason: 'This entry is no plain file.', file: 'general/2024-03-02.json' },
    ])
    expect(of('message')).toHaveLength(8)
  })

  it('is refused if it unpacks to more than a GiB and ten times its size', async () => {
    const sizes = { 'users.json': 2 ** 31 }
    await expect(open(zipOf(files(), { sizes }))).rejects.toThrow('unpacks to')
  })

  it('loses a file that is larger than its size says', async () => {
    const reader = await open(zipOf(files(), { sizes: { [day]: 10 } }))
    const { of, remarks } = await readAll(reader)
    expect(remarks[0]).toMatchObject({ file: day })
    expect(of('message').length).toBeGreaterThan(3)
  })

  it('loses only the day whose JSON is broken', async () => {
    const { of, remarks } = await readAll(await open(zipOf(files().set(day, '[{"ts":'))))
    expect(remarks).toEqual([{ reason: 'The file cannot be read: no JSON', file: day }])
    expect(of('message').map(({ content }) => content)).toContain('Found it')
  })

  it('tells of invalid UTF-8 and of doubled messages', async () => {
    const rows = Buffer.from(JSON.stringify([row({ text: 'caf\u00e9' }), row({})]), 'latin1')
    const { of, remarks } = await readAll(await open(zipOf(files().set(day, rows))))
    expect(of('message')[0]?.content).toBe('caf\ufffd')
    expect(remarks).toEqual([
      { reason: 'Text that is not valid UTF-8', file: day },
      { reason: 'A message is in the archive twice.', file: day },
    ])
  })

  it('is refused with a damaged list of people, or with none', async () => {
    await expect(open(zipOf(files().set('users.json', '[{"id":')))).rejects.toThrow(
      'The list of people users.json is damaged. The file cannot be read: no JSON',
    )
    const without = files()
    without.delete('users.json')
    await expect(open(zipOf(without))).rejects.toThrow('The archive has no list of people')
  })

  it('loses messages without a time or a sender, and invalid rows', async () => {
    const rows = [
      ...[
        row({ ts: null }),
        row({ ts: 'soon' }),
        null,
        7,
        row({ ts: slackTime(at(1)), user: null }),
        row({ ts: slackTime(at(2)), type: 'x' }),
      ],
      row({ text: 'kept' }),
    ]
    const { reasons, messages } = await readRows(rows)
    expect(reasons.sort()).toEqual([
      'A message has no sender.',
      'A message has no time.',
      'A message has no time.',
      'A row is no message.',
      'A row is no object.',
    ])
    expect(messages[0]?.content).toBe('kept')
  })

  it('has placeholders for unknown senders and for unknown people who reacted', async () => {
    const { of, reasons, messages } = await readRows([
      row({ user: 'U9', user_profile: { real_name: 'Nina', team: 'T9' } }),
      row({
        ts: slackTime(at(0.5)),
        text: 'Ask <@U6|mia> and <@U5|&lt;eve&gt;>',
        reactions: [
          { name: 'nosuch' },
          { name: '+1', users: ['U8', 'UBOB', 'U6'], count: 4 },
          { name: 'clap::skin-tone-5', users: ['UADA'] },
        ],
      }),
      row({ ts: slackTime(at(2)), user: 'U7' }),
      row({ ts: slackTime(at(3)), user: 'U7', user_profile: { real_name: 'Lea' } }),
    ])
    const names = of('user').map(({ key, fullName }) => [key, fullName])
    expect(Object.fromEntries(names)).toMatchObject({
      ...{ U9: 'Nina [T9]', U8: 'Unknown user U8', U7: 'Lea', U6: 'mia' },
    })
    expect(of('user').find(({ key }) => key === 'U8')).toMatchObject({
      isActive: false,
      email: null,
    })
    expect(messages[0]?.senderKey).toBe('U9')
    expect(messages[1]?.content).toBe('Ask \u0001user:U6|mia\u0002 and @<eve>')
    expect(of('reaction')).toMatchObject([
      ...['U8', 'UBOB', 'U6'].map((userKey) => ({ userKey, emojiName: '+1' })),
      { userKey: 'UADA', emojiName: 'clap' },
    ])
    expect(reasons.sort()).toEqual([
      'No list of the archive has a person who reacted.',
      'No list of the archive has a person who reacted.',
      'No list of the archive has the sender.',
      'No list of the archive has the sender.',
      'Slack names only some of the people who reacted.',
      'The emoji :nosuch: is unknown.',
      'The skin tone of a reaction is left out.',
    ])
  })

  it('keeps a deleted root only for its replies, and tells files that are gone', async () => {
    const root = slackTime(at(1))
    const { reasons, messages } = await readRows([
      row({ subtype: 'tombstone', user: 'USLACKBOT', text: 'This message was deleted.' }),
      row({ subtype: 'tombstone', user: 'USLACKBOT', ts: root, thread_ts: root }),
      row({ ts: slackTime(at(2)), thread_ts: root, text: 'reply' }),
      row({ ts: slackTime(at(3)), text: 'see', files: [{ id: 'F1', mode: 'hidden_by_limit' }] }),
      row({ ts: slackTime(at(4)), text: '', files: [{ id: 'F2', mode: 'tombstone' }] }),
      row({
        ts: slackTime(at(5)),
        text: '',
        files: [{ id: 'F3', title: 'x', permalink: 'https://s/x' }],
      }),
    ])
    expect(messages.map(({ content }) => content.split('\n')[0])).toEqual([
      '*deleted message*',
      '\u0001silent:USLACKBOT|Slackbot\u0002 [said](\u0001message:CGENERAL/1709283660.000100|#\u0002):',
      'reply',
      'see',
      '[x](https://s/x)',
      'Found it',
    ])
    expect(reasons).toEqual([
      'No list of the archive has the sender.',
      'Slack has hidden a file by its limit.',
      'A file is gone.',
      'A message has no content.',
      'A file is not in the archive.',
    ])
  })

  it('cannot forge references, and long texts are split at line ends', async () => {
    const { messages } = await readRows([
      row({ text: '\u0001user:UBOB|x\u0002' }),
      row({ ts: slackTime(at(1)), text: 'a line of words\n'.repeat(2000) }),
    ])
    expect(messages[0]?.content).toBe('user:UBOB|x')
    expect(messages.slice(1, 5).map(({ key }) => key.split('#')[1])).toEqual([
      ...[undefined, '2', '3', '4'],
    ])
    for (const { content } of messages) {
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(10_000)
    }
  })
})
