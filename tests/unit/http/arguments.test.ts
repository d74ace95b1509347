import { echoEndpoints } from './support/echo-endpoints'
import { bodyOf, useServer } from './support/test-server'

const server = useServer(echoEndpoints)
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

describe('arguments', () => {
  it.each(methods)('are read from the query, a form and multipart on %s', async (method) => {
    const expected = { result: 'success', topic: 'ä & b', count: 7, loud: true, names: ['x'] }

    const query = { topic: 'ä & b', count: '7', loud: 'true', names: '["x"]' }
    const inQuery = await server.call[method]('/api/v1/echo').query(query)
    expect(inQuery.body).toMatchObject(expected)

    const inForm = await server.call[method]('/api/v1/echo').type('form').send(query)
    expect(inForm.body).toMatchObject(expected)

    const multipart = server.call[method]('/api/v1/echo')
    for (const [name, value] of Object.entries(query)) void multipart.field(name, value)
    expect((await multipart).body).toMatchObject(expected)
  })

  it('override arguments of the query in the body, and the last of a name wins', async () => {
    const response = await server.call
      .post('/api/v1/echo?topic=query&count=1&count=2')
      .type('form')
      .send('topic=first&topic=last')
    expect(response.body).toMatchObject({ topic: 'last', count: 2 })
  })

  it('stay texts whatever brackets are in their names', async () => {
    const response = await server.call.get('/api/v1/echo?topic[]=a&topic[x]=b&__proto__=c&topic=d')
    expect(response.body).toMatchObject({ result: 'success', topic: 'd' })
    expect(({} as Record<string, unknown>)['c']).toBeUndefined()
  })

  it('are ignored if they are unknown', async () => {
    const response = await server.call.get('/api/v1/echo?hasOwnProperty=1&constructor=2&=3&&')
    expect(response.body).toEqual({
      ...{ result: 'success', msg: '', method: 'GET', loud: false },
      ignored_parameters_unsupported: ['hasOwnProperty', 'constructor', ''],
    })
  })

  it('count as absent if they are optional and their text is null', async () => {
    const response = await server.call.get('/api/v1/echo?topic=null&names=null&loud=null')
    expect(response.body).toEqual({ result: 'success', msg: '', method: 'GET', loud: false })
  })

  it('may override the method of a POST', async () => {
    const deleted = await server.call.post('/api/v1/echo').type('form').send('method=DELETE')
    expect(deleted.body).toMatchObject({ method: 'DELETE' })
    const inQuery = await server.call.post('/api/v1/echo?method=DELETE')
    expect(inQuery.body).toMatchObject({ method: 'POST' })
    const unknown = await server.call.post('/api/v1/echo').type('form').send('method=BREW')
    expect(unknown.status).toBe(405)
  })

  it('are not read from a JSON body', async () => {
    for (const method of ['post', 'patch', 'delete'] as const) {
      const response = await server.call[method]('/api/v1/echo').send({ topic: 'x' })
      expect(response.body).not.toHaveProperty('topic')
      expect(response.status).toBe(200)
    }
  })

  it('are refused if they have two names and different values', async () => {
    const agreed = await server.call.get('/api/v1/echo?topic=a&subject=a')
    expect(agreed.body).toMatchObject({ topic: 'a' })
    const confusing = await server.call.get('/api/v1/echo?subject=b&topic=a')
    expect(confusing.status).toBe(400)
    expect(confusing.body).toEqual({
      result: 'error',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    })
  })
})

describe('urlencoded text', () => {
  it.each([
    ['a+b%20c', 'a b c'],
    ['100%', '100%'],
    ['%zz%4', '%zz%4'],
    ['%2B%25', '+%'],
    ['%C3%A4%F0%9F%98%80', 'ä😀'],
    ['%EF%BB%BFx', '\ufeffx'],
    ['a=b=c', 'a=b=c'],
  ])('%s is read as %j', async (encoded, text) => {
    const inQuery = await server.call.get(`/api/v1/echo?topic=${encoded}`)
    expect(inQuery.body.topic).toBe(text)
    const inForm = await server.call.post('/api/v1/echo').type('form').send(`topic=${encoded}`)
    expect(inForm.body.topic).toBe(text)
  })

  it.each(['%FF', '%C3', '%C0%AF', '%ED%A0%80', '%F8%88%80%80%80', 'a%E2%82'])(
    '%s is refused: it is not UTF-8',
    async (encoded) => {
      const expected = {
        result: 'error',
        msg: 'Argument "topic" is not valid UTF-8.',
        code: 'BAD_REQUEST',
      }
      const inQuery = await server.call.get(`/api/v1/echo?topic=${encoded}`)
      expect(inQuery.body).toEqual(expected)
      const inForm = await server.call.put('/api/v1/echo').type('form').send(`topic=${encoded}`)
      expect(inForm.body).toEqual(expected)
    },
  )

  it('may hold raw bytes, if they are UTF-8', async () => {
    const post = (bytes: Buffer): Promise<string> =>
      server.raw(
        'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${bytes.length}\r\n\r\n`,
        bytes,
      )
    expect(bodyOf(await post(Buffer.from('topic=ä')))).toMatchObject({ topic: 'ä' })
    expect(bodyOf(await post(Buffer.from('topic=\xe4', 'latin1')))).toMatchObject({
      msg: 'Argument "topic" is not valid UTF-8.',
    })
    expect(bodyOf(await post(Buffer.from('\xe4=1', 'latin1')))).toMatchObject({
      msg: 'The name of an argument is not UTF-8.',
    })
  })

  it('has at most 1000 fields', async () => {
    const fields = (count: number): string => Array(count).fill('a=1').join('&')
    const most = await server.call.post('/api/v1/echo').type('form').send(fields(1000))
    expect(most.status).toBe(200)
    const tooMany = await server.call.post('/api/v1/echo').type('form').send(fields(1001))
    expect(tooMany.body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'Too many arguments (limit: 1000).',
    })
    const inQuery = await server.call.get(`/api/v1/echo?${fields(1001)}`)
    expect(inQuery.status).toBe(400)
  })
})
