import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import request from 'supertest'
import { asBytes, asText, firstOf, lastOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { bytesOf, messageIn } from '../support/person'
import type { Person } from '../support/person'
import { animation, factsOf, picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'
import { uploadedBy } from '../support/uploads'

const mib = 1024 * 1024
const startedAt = new Date('2026-03-01T12:00:00.250Z')
const clock = { time: startedAt, now: () => clock.time }
const server = useOwnServer({ settings: { MAX_FILE_UPLOAD_MIB: '1' }, clock })

const text = (content: string) => Buffer.from(content)
const notFound = { code: 'BAD_REQUEST', msg: 'File not found' }

/** Names of the files in a folder of the store. */
async function filesIn(folder: string): Promise<string[]> {
  const root = path.join(server.ctx.config.uploadsDir, folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

function expectBytes({ status, headers }: request.Response): void {
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^image\//)
}

/** An address without credentials. */
const fetchFile = (url: string) => request(server.url).get(url).buffer(true).parse(bytesOf)

describe('POST /user_uploads', () => {
  it('takes one file, whatever its field is called, and answers its address twice', async () => {
    const alice = await server.user('alice')
    const response = await alice.upload('/user_uploads', text('hello'), 'a b/é ü?.txt')
    const { uri, url, filename } = expectSuccess(response)
    expect(filename).toBe('é-ü.txt')
    expect(uri).toBe(url)
    expect(url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{32}\/%C3%A9-%C3%BC\.txt$/)

    const file = await alice.file(asText(url))
    expect(file.status).toBe(200)
    expect(asBytes(file.body).toString()).toBe('hello')
    expect(await filesIn('incoming')).toEqual([])
  })

  it('tells only the clients of the uploader', async () => {
    const [ann, ben] = await server.users('ann', 'ben')
    const types = { event_types: ['attachment', 'realm_user'] }
    const [anns, bens] = [await ann.register(types), await ben.register(types)]
    await uploadedBy(ann, 'note.txt', text('note'))
    await server.user('witness')
    expect(await ann.pollUntil(anns, 'realm_user')).toMatchObject([
      { type: 'attachment', op: 'add', attachment: { name: 'note.txt', size: 4, messages: [] } },
      { type: 'realm_user' },
    ])
    expect(await ben.pollUntil(bens, 'realm_user')).toMatchObject([{ type: 'realm_user' }])
  })

  it('refuses forms with no file, and with two', async () => {
    const { owner } = server
    const missing = { code: 'BAD_REQUEST', msg: 'You must specify a file to upload' }
    expectError(await owner.post('/user_uploads'), 400, missing)
    expectError(await owner.post('/user_uploads', { file: 'no file' }), 400, missing)
    const form = server.call('post', '/user_uploads').auth(owner.email, owner.apiKey)
    expectError(await form.field('file', 'no file'), 400, missing)
    const two = server.call('post', '/user_uploads').auth(owner.email, owner.apiKey)
    for (const name of ['a.txt', 'b.txt']) void two.attach(name, text(name), { filename: name })
    expectError(await two, 400, { msg: 'You may only upload one file at a time' })
    expect(await filesIn('incoming')).toEqual([])
  })

  it('refuses files over the limit, told or found out, and keeps nothing of them', async () => {
    const { owner } = server
    const before = await filesIn('uploads')
    const tooLarge = { code: 'BAD_REQUEST', msg: /limit of 1 MiB/ }
    for (const bytes of [mib + 1, 3 * mib]) {
      const response = await owner.upload('/user_uploads', Buffer.alloc(bytes), 'large.bin')
      expectError(response, 413, { code: tooLarge.code })
      expect(shapedLike(response.body, { msg: '' }).msg).toMatch(tooLarge.msg)
    }
    expect(await filesIn('incoming')).toEqual([])
    expect(await filesIn('uploads')).toEqual(before)
    await uploadedBy(owner, 'just.bin', Buffer.alloc(mib))
  })

  it('forgets a file whose sender hangs up', async () => {
    const { owner } = server
    const before = await filesIn('uploads')
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const credentials = Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')
    socket.write(
      [
        'POST /api/v1/user_uploads HTTP/1.1',
        'Host: localhost',
        `Authorization: Basic ${credentials}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 500000',
        '',
        '--b',
        'Content-Disposition: form-data; name="f"; filename="f.txt"',
        '',
        'x'.repeat(100_000),
      ].join('\r\n'),
    )
    await untilHolds('a file comes', async () => (await filesIn('incoming')).length === 1)
    socket.destroy()
    await untilHolds('it is gone', async () => (await filesIn('incoming')).length === 0)
    expect(await filesIn('uploads')).toEqual(before)
  })

  it('does not read a file before it knows who sends it', async () => {
    const response = await server.owner
      .withKey('x'.repeat(32))
      .upload('/user_uploads', text('x'), 'x.txt')
    expectError(response, 401, { code: 'INVALID_API_KEY' })
  })
})

describe('GET /user_uploads/…', () => {
  it('shows pictures, sounds, films and plain text, and has all else saved', async () => {
    const { owner } = server
    const shown = [
      ['a.png', 'image/png'],
      ['a.mp3', 'audio/mpeg'],
      ['a.mp4', 'video/mp4'],
      ['a.pdf', 'application/pdf'],
      ['a.txt', 'text/plain', 'text/plain; charset=utf-8'],
    ] as const
    const saved = [
      ['a.svg', 'image/svg+xml'],
      ['a.html', 'text/html'],
      ['a.js', 'application/javascript'],
      ['a.unknown', 'application/octet-stream'],
    ] as const
    for (const [name, type, sent = type] of [...shown, ...saved]) {
      const { headers } = await owner.file(await uploadedBy(owner, name, text('x')))
      const kind = shown.some(([known]) => known === name) ? 'inline' : 'attachment'
      expect(headers).toMatchObject({
        'content-type': sent,
        'content-disposition': `${kind}; filename="${name}"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'content-length': '1',
      })
      const isSandboxed = String(headers['content-security-policy']).startsWith('sandbox;')
      expect(isSandboxed).toBe(name !== 'a.pdf')
    }
  })

  it('believes the type that comes with a file, but not that it may be shown', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'a.png', text('<script>'), 'text/html; charset=x')
    const { headers } = await owner.file(url)
    expect(headers['content-type']).toBe('text/html')
    expect(headers['content-disposition']).toMatch(/^attachment/)
  })

  it('sends parts', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'digits.txt', text('0123456789'))
    const part = async (range: string) => {
      const response = await owner.file(url, { Range: range })
      const { status, headers, body } = response
      return [status, headers['content-range'], Buffer.isBuffer(body) ? body.toString() : '']
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=0-1,3-4')).toEqual([200, undefined, '0123456789'])
  })

  it('is readable by the uploader and by readers of a message that links to it', async () => {
    const [sue, tom, uli] = await server.users('sue', 'tom', 'uli')
    await server.stream('files', { subscribers: [sue, tom], inviteOnly: true })
    const url = await uploadedBy(sue, 'plan.txt', text('plan'))
    const mayRead = async (person: Person) => (await person.file(url)).status
    expect([await mayRead(sue), await mayRead(tom), await mayRead(uli)]).toEqual([200, 404, 404])

    await sue.send('files', 'plans', `see [the plan](${url})`)
    expect([await mayRead(sue), await mayRead(tom), await mayRead(uli)]).toEqual([200, 200, 404])
    await tom.sendPrivately([uli.id], `look: ${server.url}${url}`)
    expect(await mayRead(uli)).toBe(200)

    expectError(await server.owner.file(url), 404, notFound)
    const missing = url.replace(/[0-9a-f]{32}/, '0'.repeat(32))
    expectError(await sue.file(missing), 404, notFound)
    expectError(await fetchFile(url), 401, { code: 'UNAUTHORIZED' })
  })

  it('cannot be reached by linking to an unreadable file', async () => {
    const [vic, wes] = await server.users('vic', 'wes')
    const url = await uploadedBy(vic, 'secret.txt', text('secret'))
    const id = await wes.sendPrivately([wes.id], `[mine now](${url})`)
    expectError(await wes.file(url), 404, notFound)
    const row = await server.db
      .selectFrom('messages')
      .select('has_attachment')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.has_attachment).toBe(false)
  })

  it('is found by an address whose slashes are encoded, and by no other detour', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'plan.txt', text('plan'))
    const [, realm, key] = /^\/user_uploads\/(\d+)\/(\w+)\//.exec(url) ?? []
    for (const path of [`${realm}/${key}%2Fplan.txt`, `${realm}%2f${key}%2Fplan.txt`]) {
      expect((await owner.file(`/user_uploads/${path}`)).body).toEqual(text('plan'))
      const answer = expectSuccess(await owner.get(`/user_uploads/${path}`))
      const temporary = asText(answer['url'])
      const encoded = temporary.replace(/\/(?=plan)/, '%2F')
      expect((await fetchFile(encoded)).body).toEqual(text('plan'))
    }
    const small = await uploadedBy(owner, 'dot.png', await picture(2000, 20))
    const thumbnail = `/user_uploads/thumbnail/${small.slice('/user_uploads/'.length)}/840x560.webp`
    expectBytes(await owner.file(thumbnail.replace(/\/(?=dot|840)/g, '%2F')))

    const avatar = await owner.upload('/users/me/avatar', await picture(50, 50), 'me.png')
    const [path = ''] = String(expectSuccess(avatar)['avatar_url']).split('?')
    expectBytes(await owner.file(path.replace(/\/(?=[^/]+$)/, '%2F')))

    const detours = [
      `${realm}/%2e%2e%2f${realm}/${key}%2Fplan.txt`,
      `${realm}/${key}%252Fplan.txt`,
      `${realm}/..%2f${realm}%2f${key}`,
      `%2e%2e%2f%2e%2e%2fetc%2fpasswd`,
      `${realm}/${key}/..%2f..%2fpackage.json`,
    ]
    for (const detour of detours) {
      expect((await owner.file(`/user_uploads/${detour}`)).status).not.toBe(200)
    }
  })

  it('belongs to one organization', async () => {
    const acme = await server.realm('uploads')
    const url = await uploadedBy(server.owner, 'ours.txt', text('ours'))
    expectError(await acme.owner.file(url), 404, notFound)
  })
})

describe('GET /api/v1/user_uploads/…', () => {
  it('answers an address that needs no credentials, for a minute', async () => {
    const [xia, yan] = await server.users('xia', 'yan')
    const url = await uploadedBy(xia, 'é.txt', text('shared'))
    const temporary = asText(expectSuccess(await xia.get(`/api/v1${url}`))['url'])
    expect(temporary).toMatch(/^\/user_uploads\/temporary\/[\w.-]+\/%C3%A9\.txt$/)
    expect((await fetchFile(temporary)).body).toEqual(text('shared'))

    expectError(await yan.get(`/api/v1${url}`), 404, notFound)
    const [start, signature] = [temporary.slice(0, 40), temporary.slice(40)]
    expectError(await fetchFile(start + signature.replace(/[A-Z]/, '0')), 404, notFound)
    const [, realm, upload] = /temporary\/(\d+)\.(\d+)\./.exec(temporary) ?? []
    const other = temporary.replace(`${realm}.${upload}.`, `${realm}.1.`)
    if (other !== temporary) expectError(await fetchFile(other), 404, notFound)

    clock.time = new Date(startedAt.getTime() + 60_000)
    expectError(await fetchFile(temporary), 404, notFound)
    clock.time = startedAt
  })
})

describe('thumbnails', () => {
  const thumbnailOf = (url: string, format: string) =>
    `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`

  it('are shown in messages in place of uploaded pictures, with the size of the original', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'large.png', await picture(1680, 1000))
    const queue = await owner.register({ event_types: ['message'], apply_markdown: true })
    await owner.sendPrivately([owner.id], `[large](${url})`)
    const [event] = await owner.pollUntil(queue, 'message')
    const small = thumbnailOf(url, '840x560.webp')
    const { content } = messageIn(event)
    expect(content).toContain(
      `<img data-original-content-type="image/png" data-original-dimensions="1680x1000" src="${small}">`,
    )

    const response = await owner.file(small)
    expect(response.headers['content-type']).toBe('image/webp')
    const { format, width, height } = await factsOf(asBytes(response.body))
    expect({ format, width, height }).toEqual({ format: 'webp', width: 840, height: 500 })
    expect((await filesIn('thumbnails')).length).toBeGreaterThan(0)
    expect((await owner.file(small)).body).toEqual(response.body)
  })

  it('are still if they show animations, or animated on request', async () => {
    const { owner } = server
    const url = await uploadedBy(owner, 'dance.gif', await animation(3))
    const rendered = await owner.post('/messages/render', { content: `[dance](${url})` })
    expect(expectSuccess(rendered)['rendered']).toContain('data-animated="true"')
    const pages = async (format: string) =>
      (await factsOf(asBytes((await owner.file(thumbnailOf(url, format))).body))).pages
    expect(await pages('840x560-anim.webp')).toBe(3)
    expect((await pages('840x560.webp')) ?? 1).toBe(1)
  })

  it('are made of pictures alone, in the sizes that are announced', async () => {
    const [zoe, kai] = await server.users('zoe', 'kai')
    const url = await uploadedBy(zoe, 'x.png', await picture())
    expectError(await zoe.file(thumbnailOf(url, '8000x8000.webp')), 404, notFound)
    expectError(await kai.file(thumbnailOf(url, '300x200.webp')), 404, notFound)
    const fake = await uploadedBy(zoe, 'fake.png', text('no picture'))
    expectError(await zoe.file(thumbnailOf(fake, '300x200.webp')), 404, notFound)
    const rendered = await zoe.post('/messages/render', { content: `[fake](${fake})` })
    expect(expectSuccess(rendered)['rendered']).toContain(`<img src="${fake}">`)

    const queue = await zoe.register({ fetch_event_types: ['realm'] })
    expect(queue['max_file_upload_size_mib']).toBe(1)
    expect(queue['server_thumbnail_formats']).toContainEqual({
      name: '840x560.webp',
      max_width: 840,
      max_height: 560,
      format: 'webp',
      animated: false,
    })
    const one = { name: '300x200.webp' }
    expect((await zoe.file(thumbnailOf(url, one.name))).status).toBe(200)
  })
})

describe('GET and DELETE /attachments', () => {
  it('list the uploads of the requester with the messages that link them, and delete them', async () => {
    const [pam, quin] = await server.users('pam', 'quin')
    const url = await uploadedBy(pam, 'list.txt', text('12345'))
    const id = await pam.sendPrivately([quin.id], `[list](${url})`)
    const listed = await pam.call('GET /attachments')
    const attachment = firstOf(listed.attachments)
    const seconds = Math.floor(startedAt.getTime() / 1000)
    expect(listed['attachments']).toEqual([
      {
        id: attachment.id,
        name: 'list.txt',
        path_id: url.replace('/user_uploads/', ''),
        size: 5,
        create_time: seconds,
        messages: [{ id, date_sent: seconds }],
      },
    ])
    expect(listed['upload_space_used']).toBeGreaterThanOrEqual(5)
    expect(expectSuccess(await quin.get('/attachments'))['attachments']).toEqual([])

    const invalid = { msg: 'Invalid attachment' }
    expectError(await quin.delete(`/attachments/${attachment.id}`), 400, invalid)
    const queue = await pam.register({ event_types: ['attachment'] })
    expectSuccess(await pam.delete(`/attachments/${attachment.id}`))
    expect(await pam.pollUntil(queue, 'attachment')).toMatchObject([
      { op: 'remove', attachment: { id: attachment.id } },
    ])
    expectError(await quin.file(url), 404, notFound)
    expectError(await pam.file(url), 404, notFound)
    expectError(await pam.delete(`/attachments/${attachment.id}`), 400, invalid)
    const [, key = ''] = /\/([0-9a-f]{32})\//.exec(url) ?? []
    expect(await filesIn('uploads')).not.toContain(key)
  })
})

describe('the clients of the uploader', () => {
  it('are told when a message of theirs links to it, and when it no longer does', async () => {
    const [ray, sam] = await server.users('ray', 'sam')
    const url = await uploadedBy(ray, 'told.txt', text('told'))
    const queue = await ray.register({ event_types: ['attachment'] })
    const id = await ray.sendPrivately([sam.id], `[told](${url})`)
    expectSuccess(await ray.patch(`/messages/${id}`, { content: 'nothing' }))
    await sam.sendPrivately([ray.id], `[told](${url})`)
    expectSuccess(await ray.delete(`/messages/${id}`))
    await uploadedBy(ray, 'last.txt', text('last'))
    expect(await ray.pollUntil(queue, (event) => event['op'] === 'add')).toMatchObject([
      { op: 'update', attachment: { name: 'told.txt', messages: [{ id }] } },
      { op: 'update', attachment: { name: 'told.txt', messages: [] } },
      { op: 'add', attachment: { name: 'last.txt' } },
    ])
  })
})

describe('a file that is deleted while it is linked', () => {
  const server = useOwnServer()

  it('is linked or gone, and no message fails by it', async () => {
    const [alice] = await server.users('alice')
    for (let round = 0; round < 12; round += 1) {
      const url = await uploadedBy(alice)
      const listed = await alice.call('GET /attachments')
      const { id } = lastOf(listed.attachments)
      const args = { type: 'private', to: [alice.id], content: `[it](${url})` }
      const [sent, deleted] = await Promise.all([
        alice.post('/messages', args),
        alice.delete(`/attachments/${id}`),
      ])
      expectSuccess(deleted)
      expectSuccess(sent)
    }
  })
})

describe('quotas of uploads', () => {
  const full = useOwnServer({
    settings: { UPLOAD_QUOTA_MIB: '3', UPLOAD_QUOTA_PER_PERSON_MIB: '2' },
  })
  const file = Buffer.alloc(mib / 2, 'x')
  const refusal = (msg: string) => ({ code: 'REALM_UPLOAD_QUOTA', msg })
  const ofPerson = refusal('Upload would exceed your maximum quota.')
  const ofRealm = refusal("Upload would exceed your organization's upload quota.")

  it('hold for a person with their bots, also against all that comes at once', async () => {
    const [kim, lea] = await full.users('kim', 'lea')
    const robot = await full.bot(kim, 'robot')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? kim : robot).upload('/user_uploads', file, `${index}.txt`),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(4)
    for (const answer of refused) expectError(answer, 400, ofPerson)
    const root = path.join(full.ctx.config.uploadsDir, 'uploads')
    const kept = await readdir(root, { recursive: true, withFileTypes: true })
    expect(kept.filter((entry) => entry.isFile())).toHaveLength(4)

    for (const name of ['a', 'b']) expectSuccess(await lea.upload('/user_uploads', file, name))
    expectError(await lea.upload('/user_uploads', file, 'c'), 400, ofRealm)
    const { attachments, upload_space_used: used } = expectSuccess(await lea.get('/attachments'))
    expect(used).toBe(3 * mib)
    const { id } = firstOf(shapedLike(attachments, [{ id: 0 }]))
    expectSuccess(await lea.delete(`/attachments/${id}`))
    expectSuccess(await lea.upload('/user_uploads', file, 'c'))
  })

  it('are told', async () => {
    const state = { fetch_event_types: ['realm'] }
    expect(await full.owner.register(state)).toMatchObject({ realm_upload_quota_mib: 3 })
  })
})
