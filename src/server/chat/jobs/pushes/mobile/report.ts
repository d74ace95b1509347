import { listReportedRealms, takeBouncerReport } from '../../../../data/notifications/push-bouncer'
import type { ReportedRealm } from '../../../../data/notifications/push-bouncer'
import { serverVersion } from '../../../../wire/server-version'
import { unixSeconds } from '../../../../wire/time'
import { realmUrl } from '../../../notify/mail/enqueue'
import { presentAuthenticationMethods } from '../../../rules/realms/authentication-methods'
import { callBouncer } from './bouncer-call'
import type { BouncerAccount, BouncerContext } from './bouncer-call'
import { noteWord } from './can-push'
import { recordOf } from './service-call'

const everyMs = 3_600_000
const retryMs = 300_000

/** Reports the organizations to the bouncer each hour. Source: docs/protocol/notifications.md#bouncer-report. */
export async function reportIfDue(ctx: BouncerContext): Promise<void> {
  if (ctx.config.pushBouncerUrl === undefined) return
  const now = ctx.clock.now()
  const later = (ms: number) => new Date(now.getTime() + ms)
  // If the report fails, the next attempt is due after `retryMs`.
  const bouncer = await takeBouncerReport(ctx.db.query, now, later(retryMs))
  if (!bouncer) return
  await reportRealms(ctx, bouncer)
  await takeBouncerReport(ctx.db.query, later(retryMs), later(everyMs))
}

/** Reports the organizations to the bouncer, without counts of their people. @throws Error if it does not listen */
export async function reportRealms(ctx: BouncerContext, bouncer: BouncerAccount): Promise<void> {
  const realms = await listReportedRealms(ctx.db.query)
  const values = {
    ...{ realm_counts: [], installation_counts: [], realmauditlog_rows: [] },
    realms: realms.map((realm) => presentRealm(ctx, realm)),
    version: serverVersion.zulip_version,
    merge_base: serverVersion.zulip_merge_base,
    api_feature_level: serverVersion.zulip_feature_level,
  }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) form.set(name, JSON.stringify(value))
  const { status, body } = await callBouncer(bouncer, 'server/analytics', form)
  if (status !== 200) throw new Error(`The bouncer refused the report: status ${status}.`)
  const words = recordOf(body['realms'])
  for (const { id, uuid } of realms) await noteWord(ctx, id, words[uuid])
}

function presentRealm({ config }: BouncerContext, realm: ReportedRealm): object {
  const url = realmUrl(config, realm.string_id)
  return {
    ...{ id: realm.id, uuid: realm.uuid, uuid_owner_secret: realm.uuid_owner_secret },
    ...{ host: new URL(url).host, url, name: realm.name, org_type: 0 },
    date_created: unixSeconds(realm.created_at),
    ...{ deactivated: realm.deactivated_at !== null, is_system_bot_realm: false },
    authentication_methods: Object.fromEntries(
      Object.entries(presentAuthenticationMethods(realm.settings)).map(([name, method]) => [
        name,
        method.enabled,
      ]),
    ),
  }
}
