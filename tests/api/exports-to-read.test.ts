import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeExport } from '../../src/server/moving/exports/write-export'
import type { ExportPart } from '../../src/server/moving/exports/write-export'
import { bucketOf, wordsOf } from '../../src/server/moving/exports/html/search-index'
import { mapOf, present, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

const server = useOwnServer()

interface Line extends Record<string, unknown> {
  type: string
}

const hostile = '</title><script>alert(1)</script>"\'&'

describe('exports that are read without a server', () => {
  let folder: string
  let realmId: number
  let ada: Person
  let bo: Person
  let openId: number
  let link: string
  const sent: Record<string, number> = {}

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-export-'))
    ;({ id: realmId } = await server.db
      .selectFrom('realms')
      .select('id')
      .where('string_id', '=', '')
      .executeTakeFirstOrThrow())
    ;[ada, bo] = await server.users('ada', 'bo')
    await server.db
      .updateTable('users')
      .set({ full_name: 'Ada <script>x' })
      .where('id', '=', ada.id)
      .execute()
    ;({ id: openId } = await server.stream('ops <i>', { subscribers: [ada, bo] }))
    await server.stream('board', { subscribers: [bo], inviteOnly: true })
    link = await uploadedBy(ada, 'page.html', Buffer.from('<script>1</script>'), 'text/html')
    sent['hostile'] = await ada.send(
      'ops <i>',
      hostile.slice(0, 50),
      `Zürich ${hostile} [f](${link})`,
    )
    sent['board'] = await bo.send('board', 'money', 'only the board :tada:')
    sent['pair'] = await bo.sendPrivately([ada.id], '||secret|| `x` $$a^2$$')
    expectSuccess(
      await ada.patch(`/messages/${sent['hostile']}`, {
        content: `Zürich ${hostile} [f](${link}) edited`,
      }),
    )
    expectSuccess(await bo.post(`/messages/${sent['hostile']}/reactions`, { emoji_name: 'tada' }))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const write = async (format: 'jsonl' | 'html', part: ExportPart, ending = '') => {
    const output = path.join(folder, randomUUID() + ending)
    const bytes = await writeExport(server.ctx, realmId, { format, part, output })
    expect(bytes).toBeGreaterThan(0)
    return output
  }
  const lines = async (part: ExportPart): Promise<Line[]> => {
    const text = gunzipSync(await readFile(await write('jsonl', part, '.jsonl.gz'))).toString()
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  }
  const messageIds = (all: readonly Line[]) =>
    all.filter(({ type }) => type === 'message').map(({ id }) => id)
  const filesOf = async (site: string) => {
    const entries = await readdir(site, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(site, path.join(entry.parentPath, entry.name)))
  }

  it('are lines with everything, their numbers at the end', async () => {
    const all = await lines('whole')
    expect(all[0]).toMatchObject({ type: 'export', version: 1, part: 'whole', subdomain: '' })
    expect(messageIds(all)).toEqual(expect.arrayContaining(Object.values(sent)))
    expect(all.find(({ id, type }) => type === 'message' && id === sent['hostile'])).toMatchObject({
      sender: ada.id,
      stream: openId,
      conversation: null,
      content: `Zürich ${hostile} [f](${link}) edited`,
      edits: [{ by: ada.id, content_before: `Zürich ${hostile} [f](${link})` }],
      reactions: [{ user: bo.id, emoji: 'tada' }],
      files: [expect.any(Number)],
    })
    expect(all.find(({ id, type }) => type === 'message' && id === sent['pair'])).toMatchObject({
      stream: null,
      topic: null,
      conversation: [ada.id, bo.id],
    })
    expect(all.find(({ type }) => type === 'file')).toMatchObject({ address: link })
    const { counts } = shapedLike(all.at(-1), { counts: mapOf(0) })
    expect(counts['message']).toBe(messageIds(all).length)
  })

  it('hold one stream, or the words of one person', async () => {
    const ofStream = await lines({ kind: 'public', streamIds: [openId] })
    expect(messageIds(ofStream)).toEqual(expect.arrayContaining([sent['hostile']]))
    expect(messageIds(ofStream)).not.toEqual(expect.arrayContaining([sent['board']]))
    const ofBo = await lines({ kind: 'person', userId: bo.id })
    expect(messageIds(ofBo)).toEqual([sent['board'], sent['pair']])
    const named = ofBo.filter(({ type }) => type === 'user').map(({ id }) => id)
    expect(named).toEqual([ada.id, bo.id])
    expect(ofBo.filter(({ type }) => type === 'stream')).toHaveLength(1)
  })

  it('are pages that escape names and texts, with files that run nothing', async () => {
    const site = await write('html', 'whole')
    const files = await filesOf(site)
    const page = files.find((file) => file.startsWith(`streams/${openId}/${sent['hostile']}/`))
    const html = await readFile(path.join(site, present(page, 'page')), 'utf8')
    expect(html).toContain(`id="m${sent['hostile']}"`)
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;script&gt;')
    const [upload] = files.filter((file) => file.startsWith('files/'))
    expect(upload).toMatch(/\/page\.html\.txt$/)
    expect(html).toContain(`href="../../../${upload}"`)
    expect(html).toContain('edited')
    for (const file of files.filter((name) => name.endsWith('.html') && name !== 'search.html')) {
      expect(await readFile(path.join(site, file), 'utf8')).not.toMatch(/<script|onerror=/)
    }
    const index = await readFile(path.join(site, 'index.html'), 'utf8')
    expect(index).toContain('#ops &lt;i&gt;')
    expect(index).toContain('Private conversations')
    const spoiler = files.find((file) => /^conversations\/\d+\/\d{4}/.test(file))
    expect(await readFile(path.join(site, present(spoiler, 'spoiler')), 'utf8')).toContain('<math')
  })

  it('are pages whose search knows each word', async () => {
    const site = await write('html', 'whole')
    const buckets = Number(
      present(
        /data-buckets="(\d+)"/.exec(await readFile(path.join(site, 'search.html'), 'utf8')),
      )[1],
    )
    const [word = ''] = wordsOf('ZÜRICH')
    expect(word).toBe('zurich')
    const script = await readFile(
      path.join(site, `search/words-${bucketOf(word, buckets)}.js`),
      'utf8',
    )
    const [, number] = present(/\["zurich",\[(\d+)\]\]/.exec(script))
    const texts = await readFile(path.join(site, `search/texts-${number}.js`), 'utf8')
    expect(texts).toContain(`[${sent['hostile']},`)
  })

  it('leave private streams and messages out of a public export', async () => {
    const site = await write('html', 'public')
    for (const file of await filesOf(site)) {
      const text = await readFile(path.join(site, file), 'utf8')
      expect(text).not.toContain('only the board')
      expect(text).not.toContain('secret')
    }
    expect(messageIds(await lines('public'))).not.toContain(sent['board'])
  })

  it('leave a file that is there alone', async () => {
    const output = path.join(folder, 'there.jsonl')
    await writeFile(output, 'mine')
    for (const format of ['jsonl', 'zulip', 'html'] as const) {
      const wanted = { format, part: 'whole', output } as const
      await expect(writeExport(server.ctx, realmId, wanted)).rejects.toThrow('EEXIST')
    }
    expect(await readFile(output, 'utf8')).toBe('mine')
  })

  it('refuse an archive of Zulip with the words of one person', async () => {
    const wanted = { format: 'zulip', part: { kind: 'person', userId: bo.id } } as const
    const output = path.join(folder, 'person.tar.gz')
    await expect(writeExport(server.ctx, realmId, { ...wanted, output })).rejects.toThrow(
      'not of one person',
    )
  })
})
