import { passwordOfAll } from './cast'
import type { Caller } from './cast'
import type { Answer } from './connection'
import { bodyOf } from './story'
import type { Story } from './story'
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

/** Two strangers use one link with one address, sometimes while the link is revoked. */
const joiningByLink: Story = async ({ random, maker, ask, together }) => {
  const [owner, nobody] = [maker.caller('olivia'), maker.caller('nobody')]
  const invitation = {
    invite_as: random.pick([400, 600]),
    include_realm_default_subscriptions: true,
  }
  const made = await ask(maker.fitting(random, 'POST /api/v1/invites/multiuse', owner, invitation))
  const link = bodyOf(made)['invite_link']
  if (typeof link !== 'string') return
  const key = link.split('/').filter(Boolean).at(-1) as string
  await ask(maker.fitting(random, 'POST /api/v1/accounts/confirmation', nobody, { key }))
  const joined = await joinTwice({ random, maker, ask, together }, key, async () => {
    if (random.chance(0.4)) await revoke(owner)
  })
  for (const answer of joined) {
    const { user_id } = bodyOf(answer)
    const newcomer = withCookie({ ...nobody, name: 'newcomer' }, answer)
    if (!newcomer || typeof user_id !== 'number') continue
    await ask(maker.fitting(random, 'POST /api/v1/register', newcomer))
    await ask(maker.fitting(random, 'GET /api/v1/messages', newcomer))
    await ask(maker.fitting(random, 'DELETE /api/v1/users/{user_id}', owner, { user_id }))
    await ask(maker.fitting(random, 'GET /api/v1/users/me', newcomer))
  }

  async function revoke(revoker: Caller): Promise<void> {
    const listed = await ask(maker.fitting(random, 'GET /api/v1/invites', revoker))
    const invites = (bodyOf(listed)['invites'] ?? []) as { id: number; is_multiuse: boolean }[]
    for (const { id } of invites.filter(({ is_multiuse }) => is_multiuse)) {
      const name = 'DELETE /api/v1/invites/multiuse/{invite_id}'
      await ask(maker.fitting(random, name, revoker, { invite_id: id }))
    }
  }
}

/** The answers to two attempts to join with the same address, of which one succeeds at most. */
async function joinTwice(
  { random, maker, ask, together }: Parameters<Story>[0],
  key: string,
  meanwhile: () => Promise<unknown>,
): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = []
  const account = {
    ...{
      key,
      full_name: random.chance(0.5) ? 'Newcomer' : phrase(random).slice(0, 90),
      password: passwordOfAll,
    },
    email: `newcomer-${random.between(1, 1_000_000)}@fuzz.test`,
  }
  const join = async (): Promise<void> => {
    const attempt = maker.fitting(
      random,
      'POST /api/v1/accounts/join',
      maker.caller('nobody'),
      account,
    )
    answers.push(await ask(attempt))
  }
  await together(join, join, meanwhile)
  return answers
}

/** The caller with the cookie of a log-in's answer instead of an API key. */
function withCookie(caller: Caller, answer: Answer | undefined): Caller | undefined {
  const cookie = answer?.headers['set-cookie']?.split(';', 1)[0]
  return cookie === undefined ? undefined : { ...caller, email: '', apiKey: '', cookie }
}

export const accountStories: readonly Story[] = [sessionOfABrowser, joiningByLink]
