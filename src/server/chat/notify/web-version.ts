import type { AppContext } from '../../context'
import { isAnotherWebVersionServed } from '../../data/engine/claim'
import type { DatabaseClaim } from '../../data/engine/claim'
import { findServedWebVersion, replaceServedWebVersion } from '../../data/engine/web-version'
import { publishToEveryRealm } from '../../events/publish'
import { nameOfWebsite } from '../../wire/client-names'

/**
 * Determines the version of the web app that all workers serve, and notifies open pages once when it changes.
 * During a rolling restart a reloading page may get either version, so the notice waits until the last worker
 * has the new one.
 *
 * @param claim the worker's claim on the database; absent if there can be only one worker
 * Source: docs/protocol/events.md#web-reload-client.
 */
export async function followWebVersion(
  ctx: Pick<AppContext, 'db' | 'log' | 'web'>,
  claim: DatabaseClaim | undefined,
): Promise<void> {
  const { db, log, web } = ctx
  const ours = web.build?.version
  if (ours !== undefined) await claim?.serveWebVersion(ours)
  const served = await findServedWebVersion(db.query)
  const isChanged = ours !== undefined && ours !== served
  if (!isChanged || (claim && (await isAnotherWebVersionServed(db.query, ours)))) {
    web.servedVersion = served ?? null
    return
  }
  const isTold = await db.transaction(async (tx) => {
    if (!(await replaceServedWebVersion(tx, ours))) return false
    const event = { type: 'web_reload_client', immediate: false, version: ours } as const
    await publishToEveryRealm(tx, {
      event,
      audience: { everyone: 'connected' },
      condition: { client: nameOfWebsite },
    })
    return true
  })
  web.servedVersion = ours
  if (isTold) log.info({ from: served, to: ours }, 'told open pages of a new version')
}
