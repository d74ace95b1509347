import type { IncomingMessage } from 'node:http'

import { proxies } from '../../../src/server/config/settings/values'
import { Arguments } from '../../../src/server/http/arguments/arguments'
import { clientNameOf } from '../../../src/server/http/pipeline/request-facts'
import { locateRequest, subdomainOf } from '../../../src/server/http/pipeline/host'
import { parseRequestTarget } from '../../../src/server/http/pipeline/request-target'
import { scrubUrl } from '../../../src/server/http/pipeline/scrub-url'
import { partOf } from '../../support/stand-ins'

function requestWith(headers: Record<string, string>): IncomingMessage {
  return partOf<IncomingMessage>({ headers, socket: { remoteAddress: '::ffff:10.1.2.3' } })
}

describe('the organization of a host', () => {
  it.each([
    ['chat.test', ''],
    ['acme.chat.test', 'acme'],
    ['ACME.Chat.Test:9991', 'acme'],
    ['chat.test:443', ''],
    ['notchat.test', ''],
    ['acme.chat.test.evil.example', ''],
    ['127.0.0.1:9991', ''],
    ['', ''],
  ])('The host %s belongs to the organization %j', (host, subdomain) => {
    expect(subdomainOf(host, 'chat.test')).toBe(subdomain)
  })
})

describe('the origin of a request', () => {
  const settings = { externalHost: 'chat.test', externalUrl: undefined, trustProxy: undefined }
  const proxied = requestWith({
    host: 'internal:9991',
    'x-forwarded-host': 'acme.chat.test',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '6.6.6.6, 192.0.2.1',
  })

  it('follows the connection', () => {
    expect(locateRequest(proxied, settings)).toEqual({
      subdomain: '',
      origin: 'http://internal:9991',
      writtenOrigin: 'http://internal:9991',
      ip: '10.1.2.3',
    })
  })

  it('follows a trusted proxy, and in a list only the entries added by trusted proxies', () => {
    expect(locateRequest(proxied, { ...settings, trustProxy: 'all' })).toEqual({
      subdomain: 'acme',
      origin: 'https://acme.chat.test',
      writtenOrigin: 'https://acme.chat.test',
      ip: '192.0.2.1',
    })
  })

  it.each([
    // The connection comes from an untrusted proxy.
    ['10.9.0.0/16', '6.6.6.6', '10.1.2.3'],
    ['10.1.0.0/16', '6.6.6.6, 192.0.2.1', '192.0.2.1'],
    // Further trusted proxies are skipped, and entries written by the client are not believed.
    ['10.1.0.0/16,192.0.2.1', '6.6.6.6, 203.0.113.9, 192.0.2.1', '203.0.113.9'],
    ['10.1.0.0/16,192.0.2.1', '10.1.7.7, ::ffff:192.0.2.1', '10.1.7.7'],
    ['10.1.2.3, fd00::/8', '6.6.6.6, 2001:db8::1, fd00::5', '2001:db8::1'],
    ['10.1.2.3', '', '10.1.2.3'],
    // Some proxies add the port.
    ['10.1.2.3', '1.2.3.4:5678', '1.2.3.4'],
    ['10.1.2.3', '"[2001:DB8::1]:443"', '2001:db8::1'],
    ['10.1.2.3', '::ffff:102:304', '1.2.3.4'],
    ['10.1.2.3', 'fe80::1%eth0', 'fe80::1'],
    ['10.1.2.3', 'unknown, 1.2.3.4:1, 10.1.2.3:80', '1.2.3.4'],
    ['10.1.2.3', 'unknown', '10.1.2.3'],
    ['10.1.2.3', ' , ,', '10.1.2.3'],
  ])('follows the trusted proxies %s: %j is from %s', (trusted, header, ip) => {
    const trustProxy = proxies(trusted, 'TRUST_PROXY')
    const request = requestWith({ host: 'chat.test', 'x-forwarded-for': header })
    expect(locateRequest(request, { ...settings, trustProxy }).ip).toBe(ip)
  })

  it('ignores headers of untrusted callers', () => {
    const trustProxy = proxies('10.9.0.0/16', 'TRUST_PROXY')
    expect(locateRequest(proxied, { ...settings, trustProxy })).toEqual({
      subdomain: '',
      origin: 'http://internal:9991',
      writtenOrigin: 'http://internal:9991',
      ip: '10.1.2.3',
    })
  })

  it('uses the configured address for the root organization only', () => {
    const configured = { ...settings, externalUrl: 'https://chat.example' }
    const origin = (host: string) => locateRequest(requestWith({ host }), configured).origin
    expect(origin('anything:1')).toBe('https://chat.example')
    expect(origin('acme.chat.test')).toBe('http://acme.chat.test')
  })

  it('does not repeat an invalid host', () => {
    for (const host of ['a"b', 'x/y', 'javascript:alert(1)', '', 'a b', 'x@y', 'a:99999']) {
      expect(locateRequest(requestWith({ host }), settings).origin).toBe('http://chat.test')
    }
  })
})

describe('the client name', () => {
  const none = new Map<string, string>()

  it.each([
    ['curl/7.58.0', 'curl'],
    ['ZulipPython/0.5.7 (Debian; 9.5)', 'ZulipPython'],
    ['Mozilla/5.0 (X11; …)', 'Mozilla'],
    ['Foo Bar 1.2', 'Foo Bar'],
    ['Bot2000 x', 'Bot2000 x'],
    ['API: Python', 'API: Python'],
    ['Zulip Python (Linux)', 'Zulip Python'],
    ['', 'Unspecified'],
    ['/', 'Unspecified'],
    ['x'.repeat(50), 'x'.repeat(30)],
    [Buffer.from('Überbot/1').toString('latin1'), 'Überbot'],
  ])('The agent %j has the name %j', (userAgent, name) => {
    const request = requestWith({ 'user-agent': userAgent })
    expect(clientNameOf(request, new Arguments(none, none))).toBe(name)
  })

  it('is an argument before it is a header, and comes from the query before the form', () => {
    const request = requestWith({ 'user-agent': 'curl/7' })
    const query = new Map([['client', ' my\0 bot ']])
    const form = new Map([['client', 'other']])
    expect(clientNameOf(request, new Arguments(query, form))).toBe('my bot')
    expect(clientNameOf(request, new Arguments(none, form))).toBe('other')
    expect(clientNameOf(request, new Arguments(new Map([['client', '\n']]), none))).toBe('curl')
    expect(clientNameOf(requestWith({}), new Arguments(none, none))).toBe('Unspecified')
  })
})

describe('the target of a request', () => {
  it.each([
    ['/a/b', '/a/b', ''],
    ['//a///b/?c=/d//', '/a/b', 'c=/d//'],
    ['/', '/', ''],
    ['http://host:1/a?b', '/a', 'b'],
    ['http://host', '', ''],
    ['/a?b?c#d', '/a', 'b?c'],
    ['*', '*', ''],
  ])('is read from %s', (url, path, query) => {
    expect(parseRequestTarget(url)).toEqual({ path, query })
  })

  it.each([
    ['/a?api_key=SECRET&x=1', '/a?api_key=***&x=1'],
    ['/a?x=1&API_KEY=SECRET', '/a?x=1&API_KEY=***'],
    ['/a?api%5Fkey=SECRET', '/a?api%5Fkey=***'],
    ['/a?password=SECRET=', '/a?password=***'],
    ['/a?x=password', '/a?x=password'],
    ['/user_uploads/temporary/SECRET/a.txt?b', '/user_uploads/temporary/***/a.txt?b'],
    ['/join/SECRET/', '/join/***'],
    ['//accounts//password//reset/7/SECRET?b', '//accounts//password//reset/***?b'],
    ['http://a.test/accounts/do_confirm/SECRET', 'http://a.test/accounts/do_confirm/***'],
    ['/accounts/confirm_new_email/SECRET', '/accounts/confirm_new_email/***'],
    ['/a', '/a'],
    ['/JOIN/SECRET/', '/join/***'],
    ['/Accounts/Do_Confirm/SECRET', '/accounts/do_confirm/***'],
    ['/%6aoin/SECRET', '/join/***'],
    ['/join%2FSECRET', '/join/***'],
    ['/%256Aoin%252FSECRET', '/join/***'],
    ['/x/../join//SECRET', '/x/../join//***'],
    ['/accounts%5cdo_confirm%5cSECRET', '/accounts\\do_confirm\\***'],
    ['/User_Uploads//Temporary/SECRET/a.txt', '/user_uploads//temporary/***/a.txt'],
    ['/join?key=SECRET', '/join?key=***'],
    ['/a?Key=SECRET&confirmation_key=SECRET', '/a?Key=***&confirmation_key=***'],
    ['/login?next=/join/SECRET/', '/login?next=***'],
    ['/complete/acme/?code=SECRET&state=SECRET', '/complete/acme/?code=***&state=***'],
    ['/complete/acme/?answer=SECRET', '/complete/acme/?answer=***'],
    ['/login?next=%2Fcomplete%2Fbrowser%2F%3Fstate%3DSECRET', '/login?next=***'],
    ['/accounts/login/subdomain/SECRET', '/accounts/login/subdomain/***'],
    ['/reactions?emoji_code=1f44d&statement=1', '/reactions?emoji_code=1f44d&statement=1'],
    ['/login?next=https%3A%2F%2Fx%2FAccounts%2FDo_Confirm%2FSECRET', '/login?next=***'],
    ['/login?next=%2Fx%3Fapi_key%3DSECRET&b=1', '/login?next=***&b=1'],
    ['/login?/join/SECRET', '/login?***'],
    ['/login#/join/SECRET', '/login#***'],
    ['/x%3Fapi_key=SECRET', '/x?api_key=***'],
    ['/a?token%00=SECRET', '/a?token%00=***'],
    ['/Some/File%20Name.TXT?Q=%20', '/Some/File%20Name.TXT?Q=%20'],
    ['/joined/a?keyword=b&x=tokens', '/joined/a?keyword=b&x=tokens'],
  ])('The address %s is logged as %s', (url, logged) => {
    expect(scrubUrl(url)).toBe(logged)
  })

  it('is logged up to a maximum length', () => {
    const logged = scrubUrl(`/a?${'a=1&'.repeat(499)}api_key=SECRET&${'b=1&'.repeat(50_000)}`)
    expect(logged).toMatch(/^\/a\?(a=1&){499}/)
    expect(logged).not.toContain('SECRET')
    expect(logged.length).toBeLessThan(2_010)
    expect(scrubUrl(`/a?${'a'.repeat(1_980)}&api_key=SECRET`)).toMatch(/a&api_key=\*\*\*$/)
  })
})
