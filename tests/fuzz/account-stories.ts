import { lastOf } from '../support/checked'
import type { Random } from '../support/random'
import { passwordOfAll } from './cast'
import type { Caller } from './cast'
import type { Answer } from './connection'
import { bodyOf } from './story'
import type { Story, Telling } from './story'
import { phrase } from './texts'

/** A browser of a member logs in, works, and is logged out at the same time. */
const sessionOfABrowser: Story = async ({ random, maker, ask, together }) => {
  const member = maker.caller('mia')
  const credentials = { email: member.email, password: passwordOfAll }
  const nobody = maker.caller('nobody')
  const answer = await ask(maker.fitting(random, 'POST /json/session', nobody, credentials))
  const browser = withCookie(member, answer)
  if (!browser) return
  const listed = await ask(maker.fitting(random, 'GET /json/sessions', browser))
  const sessions = (bodyOf(listed)['sessions'] ?? []) as { id: number; is_current: boolean }[]
  const ending = random.pick<[string, Record<string, unknown>]>([
    ['DELETE /json/session', {}],
    ['DELETE /json/sessions', {}],
    ['DELETE /json/sessions/{session_id}', { session_id: sessions[0]?.id ?? 0 }],
  ])
  await together(
    () => ask(maker.fitting(random, 'POST /api/v1/register', browser)),
    () => ask(maker.fitting(random, 'PATCH /api/v1/settings', browser)),
    () => ask(maker.fitting(random, 'POST /api/v1/user_uploads', browser)),
    () => ask(maker.fitting(random, ending[0], browser, ending[1])),
  )
  await ask(maker.fitting(random, 'GET /api/v1/users/me', browser))
}

/** A stranger uses a link twice at once for one address, sometimes while the link is revoked. */
const joiningByLink: Story = async (telling) => {
  const { random, maker, ask, together } = telling
  const [owner, nobody] = [maker.caller('olivia'), maker.caller('nobody')]
  const invitation = {
    invite_as: random.pick([400, 600]),
    include_realm_default_subscriptions: true,
  }
  const made = await ask(maker.fitting(random, 'POST /api/v1/invites/multiuse', owner, invitation))
  const link = bodyOf(made)['invite_link']
  if (typeof link !== 'string') return
  const key = lastOf(link.split('/').filter(Boolean))
  await ask(maker.fitting(random, 'POST /api/v1/accounts/confirmation', nobody, { key }))
  const register = async (): Promise<void> => {
    const account = { key, email: newAddress(random) }
    await ask(maker.fitting(random, 'POST /api/v1/accounts/register', nobody, account))
  }
  await together(register, register, async () => {
    if (random.chance(0.4)) await revoke(owner)
  })
  await useMailLink(telling)

  async function revoke(revoker: Caller): Promise<void> {
    const listed = await ask(maker.fitting(random, 'GET /api/v1/invites', revoker))
    const invites = (bodyOf(listed)['invites'] ?? []) as { id: number; is_multiuse: boolean }[]
    for (const { id } of invites.filter(({ is_multiuse }) => is_multiuse)) {
      const name = 'DELETE /api/v1/invites/multiuse/{invite_id}'
      await ask(maker.fitting(random, name, revoker, { invite_id: id }))
    }
  }
}

/** A mail with a link is asked for. */
const askingForAMail: Story = async (telling) => {
  const { random, maker, ask } = telling
  const nobody = maker.caller('nobody')
  const email = newAddress(random)
  const [name, caller, args] = random.pick<[string, Caller, Record<string, unknown>]>([
    ['POST /api/v1/accounts/password/reset', nobody, { email: maker.caller('mia').email }],
    ['POST /api/v1/accounts/register', nobody, { email }],
    [
      'POST /api/v1/invites',
      maker.caller('olivia'),
      { invitee_emails: email, invite_as: 400, stream_ids: [] },
    ],
  ])
  await ask(maker.fitting(random, name, caller, args))
  await useMailLink(telling)
}

/** Uses the link of an earlier mail, maybe twice at once or damaged. */
async function useMailLink({ random, maker, ask, together }: Telling): Promise<void> {
  await maker.world.readMails()
  const link = maker.world.mailLinks.pick(random)
  if (!link) return
  const account = {
    key: random.chance(0.2) ? damaged(random, link.key) : link.key,
    email: random.chance(0.9) ? link.email : newAddress(random),
    full_name: random.chance(0.5) ? 'Newcomer' : phrase(random).slice(0, 90),
    password: passwordOfAll,
  }
  const [owner, nobody] = [maker.caller('olivia'), maker.caller('nobody')]
  for (const operation of link.operations) {
    const answers: (Answer | undefined)[] = []
    const use = async (): Promise<void> => {
      answers.push(await ask(maker.fitting(random, operation, nobody, account)))
    }
    await together(...(random.chance(0.5) ? [use, use] : [use]))
    for (const answer of answers) {
      const { user_id } = bodyOf(answer)
      const newcomer = withCookie({ ...nobody, name: 'newcomer' }, answer)
      if (!newcomer || typeof user_id !== 'number') continue
      const changed = { email: newAddress(random) }
      await ask(maker.fitting(random, 'POST /api/v1/register', newcomer))
      await ask(maker.fitting(random, 'GET /api/v1/messages', newcomer))
      await ask(maker.fitting(random, 'PATCH /api/v1/settings', newcomer, changed))
      if (random.chance(0.5)) continue
      await ask(maker.fitting(random, 'DELETE /api/v1/users/{user_id}', owner, { user_id }))
      await ask(maker.fitting(random, 'GET /api/v1/users/me', newcomer))
    }
  }
}

function newAddress(random: Random): string {
  return `newcomer-${random.between(1, 1_000_000)}@fuzz.test`
}

function damaged(random: Random, key: string): string {
  const place = random.between(0, key.length - 1)
  return random.pick([
    `${key.slice(0, place)}${random.pick(['a', 'Z', '-', '\u0000', '%00'])}${key.slice(place + 1)}`,
    key.slice(0, place),
    key.toLowerCase(),
    `${key}${key}`,
  ])
}

/** The caller with the cookie of a log-in's answer instead of an API key. */
function withCookie(caller: Caller, answer: Answer | undefined): Caller | undefined {
  const cookie = answer?.headers['set-cookie']?.split(';', 1)[0]
  return cookie === undefined ? undefined : { ...caller, email: '', apiKey: '', cookie }
}

export const accountStories: readonly Story[] = [sessionOfABrowser, joiningByLink, askingForAMail]
