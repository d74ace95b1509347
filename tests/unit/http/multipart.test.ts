import { echoEndpoints } from './support/echo-endpoints'
import { useServer } from './support/test-server'

const server = useServer(echoEndpoints)

/** Posts the given parts between boundaries. */
function post(parts: readonly (string | Buffer)[], ending = '--b--\r\n') {
  const bytes = parts.flatMap((part) => [Buffer.from('--b\r\n'), Buffer.from(part), crlf])
  return server.call
    .post('/api/v1/echo')
    .set('Content-Type', 'multipart/form-data; boundary=b')
    .send(Buffer.concat([...bytes, Buffer.from(ending)]))
}

const crlf = Buffer.from('\r\n')

function field(name: string, value: string, headers = ''): string {
  return `Content-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}`
}

describe('a multipart form', () => {
  it('has text in UTF-8, whether a part says so or not', async () => {
    const plain = await post([field('topic', 'ä 😀')])
    expect(plain.body.topic).toBe('ä 😀')
    const declared = await post([
      field('topic', 'ä', 'Content-Type: text/plain; charset=UTF-8\r\n'),
    ])
    expect(declared.body.topic).toBe('ä')
  })

  it('may hold U+FFFD, but no invalid UTF-8', async () => {
    const sound = await post([field('topic', '\ufffd')])
    expect(sound.body.topic).toBe('\ufffd')

    for (const headers of ['', 'Content-Type: text/plain; charset=utf-8\r\n']) {
      const broken = await post([Buffer.from(field('topic', 'a\xff', headers), 'latin1')])
      expect(broken.status).toBe(400)
      expect(broken.body).toEqual({
        result: 'error',
        msg: 'Argument "topic" is not valid UTF-8.',
        code: 'BAD_REQUEST',
      })
    }
  })

  it('may hold files, which do not count as arguments', async () => {
    const file = 'Content-Disposition: form-data; name="topic"; filename="x.bin"\r\n\r\n'
    const response = await post([
      Buffer.concat([Buffer.from(file), Buffer.from([0xff, 0xfe, 0x00])]),
      field('count', '3'),
    ])
    expect(response.body).toEqual({
      result: 'success',
      msg: '',
      method: 'POST',
      count: 3,
      loud: false,
    })
  })

  it('keeps the last of repeated names, an empty text, and ignores parts without a name', async () => {
    const response = await post([
      field('topic', 'first'),
      'Content-Disposition: form-data\r\n\r\nnameless',
      'Content-Type: text/plain\r\n\r\nwithout disposition',
      field('topic', ''),
    ])
    expect(response.body).toMatchObject({ result: 'success', topic: '' })
  })

  it.each([
    ['ends inside a part', ''],
    ['ends inside its last boundary', '--b'],
    ['ends before its last boundary', '\r\n'],
  ])('is refused when it %s', async (_how, ending) => {
    const response = await post([field('topic', 'x')], ending)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'multipart/form-data; charset=x; boundary',
  ])('is refused with the content type %s', async (contentType) => {
    const response = await server.call
      .post('/api/v1/echo')
      .set('Content-Type', contentType)
      .send('--b\r\nContent-Disposition: form-data; name="topic"\r\n\r\nx\r\n--b--\r\n')
    expect(response.status).toBe(400)
    expect(response.body.msg).toBe('The multipart form is malformed or ends early.')
  })

  it('is refused when the header of a part is broken', async () => {
    const response = await post(['Content-Disposition form-data\r\n\r\nx'])
    expect(response.body.msg).toBe('The multipart form is malformed or ends early.')
  })

  it('has at most 1000 fields', async () => {
    const fields = (count: number): string[] => Array<string>(count).fill(field('a', ''))
    expect((await post(fields(1000))).status).toBe(200)
    const response = await post(fields(1001))
    expect(response.status).toBe(400)
    expect(response.body.msg).toBe('Too many arguments (limit: 1000).')
  })
})
