import type { Logger } from 'pino'
import type { AppContext } from '../../../context'
import {
  advanceDigestProgress,
  listRealmsWithDigests,
  takeDigestProgress,
} from '../../../data/notifications/digest-progress'
import { listDigestCandidates } from '../../../data/notifications/digests'
import type { KnownPresences } from '../../../stores/presence/presence'
import { enqueueMails, isMailOn } from '../../notify/mail/enqueue'
import { realmSettingsOf } from '../../rules/realms/settings'
import { TopicStatistics } from './choose-topics'
import { writeDigests } from './write-digest'

/** Accounts that are looked at in a transaction. */
const perBatch = 30
/** Time for which a person must have been away; a digest covers it. */
const awayMs = 5 * 86_400_000

export type DigestContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'presence'> & {
  log: Logger
}

/**
 * Enqueues the digests of the organizations whose day it is. The mails of a batch of people and the progress commit
 * together, so a worker that dies neither repeats nor loses a digest.
 * @param pauseBetween called between batches; answers whether to continue
 * Source: docs/protocol/notifications.md#digest-recipients.
 */
export async function sendDigests(
  ctx: DigestContext,
  pauseBetween: () => Promise<boolean>,
): Promise<void> {
  if (!isMailOn(ctx)) return
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - awayMs)
  const day = now.toISOString().slice(0, 'yyyy-mm-dd'.length)
  // 0 is Monday.
  const weekday = (now.getUTCDay() + 6) % 7
  for (const realm of await listRealmsWithDigests(ctx.db.query)) {
    if (realmSettingsOf(realm).digest_weekday !== weekday) continue
    const statistics = new TopicStatistics(realm.id, since)
    try {
      while (await sendBatch(ctx, day, statistics)) if (!(await pauseBetween())) return
    } catch (error) {
      ctx.log.warn({ err: error, realm: realm.id }, 'could not write the digests')
    }
    if (!(await pauseBetween())) return
  }
}

/** @returns whether there are more accounts */
async function sendBatch(
  ctx: DigestContext,
  day: string,
  statistics: TopicStatistics,
): Promise<boolean> {
  const { realmId, since } = statistics
  const presences = await ctx.presence.read(realmId)
  return ctx.db.transaction(async (tx) => {
    const after = await takeDigestProgress(tx, realmId, day)
    if (after === undefined) return false
    const wanted = { after, since, most: perBatch }
    const candidates = await listDigestCandidates(tx, realmId, wanted)
    const away = candidates
      .filter(({ id, is_away }) => is_away && !wasActive(presences, id, since))
      .map(({ id }) => id)
    await enqueueMails(ctx, tx, await writeDigests(ctx, tx, statistics, away))
    const last = candidates.length < perBatch ? undefined : candidates.at(-1)?.id
    await advanceDigestProgress(tx, realmId, last)
    return last !== undefined
  })
}

function wasActive(presences: KnownPresences, userId: number, since: Date): boolean {
  const activeAt = presences.find(userId)?.activeAt ?? 0
  return activeAt * 1_000 >= since.getTime()
}
