import { reasonOf, remedyOf } from '../../../src/server/start/checkup/explain-failure'

describe('a check of parley doctor that fails', () => {
  const of = (text: string) => {
    const reason = reasonOf(new Error(text))
    return [reason, remedyOf(reason)]
  }

  it('names the reason of OpenSSL in words, and the wrong scheme', () => {
    const text =
      '80CC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:350:\n'
    expect(of(text)).toEqual(['wrong version number', expect.stringMatching(/without the s/)])
  })

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:25', /No program listens/],
    ['getaddrinfo ENOTFOUND mail.example', /no host of this name/],
    ['Invalid login: 535 Invalid username or password', /password is wrong/],
    ['WRONGPASS invalid username-password pair', /password is wrong/],
    ['Greeting never received', /firewall/],
    ['Invalid greeting. response=HTTP/1.1 400', /Another service/],
    ['self-signed certificate', /certificate/],
  ])('says what to do about: %s', (text, remedy) => {
    expect(of(text)).toEqual([text, expect.stringMatching(remedy)])
  })

  it('leaves other causes to the advice of the check', () => {
    expect(of('no such table')).toEqual(['no such table', undefined])
    const fetched = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    expect(reasonOf(new Error('PUT x: no answer', { cause: fetched }))).toBe(
      'PUT x: no answer: fetch failed: connect ECONNREFUSED',
    )
    expect(reasonOf(new AggregateError([new Error('a.'), new Error('b')]))).toBe('a; b')
  })
})
