import type { Response } from 'supertest'
import { Browser } from './browser'
import { expectSuccess } from './expectations'
import { Person } from './person'
import type { Arguments } from './person'
import type { TestServer } from './test-server'

/** A password that nobody guesses. */
export const goodPassword = 'three purple tractors sing'

/** The key in a link to join with. */
export function keyOf(link: string): string {
  const [, key] = /\/(?:join|accounts\/do_confirm)\/([\w-]+)\/?$/.exec(link) ?? []
  if (key === undefined) throw new Error(`${link} is no link to join with.`)
  return key
}

/** A new link of somebody with which people join. */
export async function linkOf(person: Person, args: Arguments = {}): Promise<string> {
  const made = expectSuccess(await person.post('/invites/multiuse', { stream_ids: [], ...args }))
  return made['invite_link'] as string
}

/** The link of a new invitation by somebody, where no mail is sent. */
export async function invitationOf(
  person: Person,
  email: string,
  args: Arguments = {},
): Promise<string> {
  const wanted = { invitee_emails: email, stream_ids: [], ...args }
  const { invitations } = expectSuccess(await person.post('/invites', wanted)) as unknown as {
    invitations: [{ link_url: string }]
  }
  return invitations[0].link_url
}

/** A browser that looks at an organisation, and that nobody has logged in. */
export function browserAt({ url, owner }: Pick<TestServer, 'url' | 'owner'>): Browser {
  return new Browser(url, { host: owner.host })
}

/** A call of somebody who fills in the form of a key. */
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

/** Somebody who has joined by a link, with their own key. */
export async function joined(
  server: TestServer,
  link: string,
  args: Arguments & { name: string },
): Promise<Person> {
  const browser = browserAt(server)
  const { user_id: id, email } = expectSuccess(await tryToJoin(browser, link, args)) as unknown as {
    user_id: number
    email: string
  }
  const fetched = await browser.post('/json/fetch_api_key', { password: goodPassword })
  const { api_key: key } = expectSuccess(fetched) as unknown as { api_key: string }
  return new Person(server.url, id, email, key, args.name, server.owner.host)
}
