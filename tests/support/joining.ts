import type { Response } from 'supertest'
import { Browser } from './browser'
import { asText, firstOf, present, shapedLike } from './checked'
import { expectSuccess } from './expectations'
import { Person } from './person'
import type { Arguments } from './person'
import type { TestServer } from './test-server'

/** A strong password. */
export const goodPassword = 'three purple tractors sing'

/** The key in a link to join with. */
export function keyOf(link: string): string {
  const [, key] = /\/(?:join|accounts\/do_confirm)\/([\w-]+)\/?$/.exec(link) ?? []
  if (key === undefined) throw new Error(`${link} is not an invitation link.`)
  return key
}

/** A new invitation link of a person, for any number of people. */
export async function linkOf(person: Person, args: Arguments = {}): Promise<string> {
  const made = expectSuccess(await person.post('/invites/multiuse', { stream_ids: [], ...args }))
  return asText(made['invite_link'])
}

/** The link of a new invitation by a person, without a mail. */
export async function invitationOf(
  person: Person,
  email: string,
  args: Arguments = {},
): Promise<string> {
  const wanted = { invitee_emails: email, stream_ids: [], ...args }
  const { invitations } = await person.call('POST /invites', wanted)
  return present(firstOf(invitations).link_url, 'link_url')
}

/** A browser at an organization, without a session. */
export function browserAt({ url, owner }: Pick<TestServer, 'url' | 'owner'>): Browser {
  return new Browser(url, { host: owner.host })
}

/** Submits the form of an invitation link. */
export async function tryToJoin(
  browser: Browser,
  link: string,
  { name, ...args }: Arguments & { name: string },
): Promise<Response> {
  return browser.post('/json/accounts/join', {
    ...{ key: keyOf(link), full_name: name, password: goodPassword },
    ...args,
  })
}

/** A new person who joined by a link, with an API key. */
export async function joined(
  server: TestServer,
  link: string,
  args: Arguments & { name: string },
): Promise<Person> {
  const browser = browserAt(server)
  const { user_id: id, email } = shapedLike(expectSuccess(await tryToJoin(browser, link, args)), {
    user_id: 0,
    email: '',
  })
  const fetched = await browser.post('/json/fetch_api_key', { password: goodPassword })
  const { api_key: key } = shapedLike(expectSuccess(fetched), { api_key: '' })
  return new Person(server.url, id, email, key, args.name, server.owner.host)
}
