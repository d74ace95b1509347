import type { AppContext } from '../../../../context'
import { getRealm, updateRealm } from '../../../../data/realms/realms'
import { lockAccounts } from '../../../../data/users/update-users'
import { publish } from '../../../../events/publish'
import { realmPropertiesChanged } from '../../../../wire/realm-events'
import { forEverybody } from '../../../notify/publications'
import { learnedOf } from '../../../rules/pushes/can-push'
import type { LearnedFromBouncer } from '../../../rules/pushes/can-push'
import { recordOf } from './service-call'
import type { ServiceAnswer } from './service-call'

/** Answers that end the pushes of an organization until the bouncer says otherwise. */
const refusals = new Set(['PUSH_NOTIFICATIONS_DISALLOWED', 'REMOTE_REALM_SERVER_MISMATCH_ERROR'])

type Context = Pick<AppContext, 'db' | 'log'>

/**
 * Stores the bouncer's answer whether an organization may push, and publishes a change to its clients.
 * Source: docs/protocol/notifications.md#push-learned.
 */
export async function noteBouncerAnswer(
  ctx: Context,
  realmId: number,
  { body }: ServiceAnswer,
): Promise<void> {
  const { code, realm } = body
  if (typeof code === 'string' && refusals.has(code)) {
    ctx.log.warn({ realm: realmId, code }, 'the bouncer refuses the pushes of an organization')
    return noteWord(ctx, realmId, { can_push: false })
  }
  if (realm !== undefined) await noteWord(ctx, realmId, realm)
}

/** @param word {`can_push`, `expected_end_timestamp`} of the bouncer */
export async function noteWord(ctx: Context, realmId: number, word: unknown): Promise<void> {
  const { can_push: canPush, expected_end_timestamp: end } = recordOf(word)
  if (typeof canPush !== 'boolean') return
  const told: LearnedFromBouncer = {
    push_notifications_enabled: canPush,
    push_notifications_enabled_end_timestamp: typeof end === 'number' ? end : null,
  }
  // Most answers say the same as the one before.
  if (isSame(learnedOf((await getRealm(ctx.db.query, realmId)).settings), told)) return
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const { settings } = await getRealm(tx, realmId)
    if (isSame(learnedOf(settings), told)) return
    await updateRealm(tx, realmId, { settings: { ...settings, ...told } })
    await publish(tx, realmId, [forEverybody(realmPropertiesChanged({ ...told }))])
  })
}

function isSame(a: LearnedFromBouncer, b: LearnedFromBouncer): boolean {
  return (
    a.push_notifications_enabled === b.push_notifications_enabled &&
    a.push_notifications_enabled_end_timestamp === b.push_notifications_enabled_end_timestamp
  )
}
