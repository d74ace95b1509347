import { insertLinkifierRow } from '../../../data/realms/linkifiers'
import { insertRealmPlayground } from '../../../data/realms/playgrounds'
import { getRealm, updateRealm } from '../../../data/realms/realms'
import { insertImportedDomains } from '../../../data/import/people'
import { firstCharacters } from '../../../../shared/rules/characters'
import { realmSettings } from '../../../chat/rules/realms/settings'
import { realmPermissions } from '../../../chat/rules/permissions/realm'
import { sizeLimits } from '../../../chat/rules/limits'
import { randomKey } from '../../../chat/access/uploads/files'
import { checkLinkifier } from '../../../chat/actions/realms/change-linkifiers'
import { checkDomain } from '../../../chat/actions/realms/domains'
import { checkPlayground } from '../../../chat/actions/realms/playgrounds'
import { storeRealmPicture } from '../../../chat/actions/realms/pictures'
import type { RealmRow } from '../../../data/schema'
import { accepted } from '../job/accepted'
import { withArchiveFile } from '../job/archive-files'
import { claim, freshAmong, idsOf, inBatch, keyOf, recordKeyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { RealmRecord } from '../records'
import { permissionReader } from './groups-of'
import { checkedSettings } from './settings'

/** Applies plain settings to an organization that the import made; adds linkifiers and playgrounds to any. */
export async function writeRealm(job: ImportJob, records: readonly RealmRecord[]): Promise<number> {
  const [record] = await freshAmong(job, records)
  if (!record) return 0
  const settings = job.makesRealm ? checkedSettings(job, realmSettings, record.settings ?? {}) : {}
  const lists = await checkedLists(job, record)
  const pictures = job.makesRealm ? await storePictures(job, record) : {}
  if (job.trial) return job.trial.claim('realm', [{ key: recordKeyOf(record) }]).size
  const written = await inBatch(job, async (tx) => {
    await claim(job, tx, 'realm', [{ key: recordKeyOf(record), id: job.realm.id }])
    const before = await getRealm(tx, job.realm.id)
    for (const [position, linkifier] of lists.linkifiers.entries()) {
      await insertLinkifierRow(tx, { realm_id: job.realm.id, ...linkifier, position })
    }
    for (const playground of lists.playgrounds) {
      await insertRealmPlayground(tx, job.realm.id, playground)
    }
    if (job.makesRealm) await insertImportedDomains(tx, job.realm.id, lists.domains)
    await updateRealm(tx, job.realm.id, {
      ...(job.makesRealm ? { ...columnsOf(record), pictures } : {}),
      ...(lists.linkifiers.length > 0 ? { linkifiers_version: randomKey() } : {}),
      settings: { ...before.settings, ...settings },
    })
    return 1
  })
  job.realm = await getRealm(job.ctx.db.query, job.realm.id)
  return written
}

function columnsOf({ description = '', settings = {} }: RealmRecord) {
  const days = settings['waiting_period_threshold']
  return {
    description: firstCharacters(description, sizeLimits.realmDescriptionCharacters),
    ...(typeof days === 'number' && Number.isInteger(days) && days >= 0
      ? { waiting_period_days: days }
      : {}),
  }
}

/** Stores the icon and logos, each as version 1. */
async function storePictures(
  job: ImportJob,
  { pictures = {} }: RealmRecord,
): Promise<RealmRow['pictures']> {
  const stored: Record<string, { key: string; version: number }> = {}
  for (const kind of ['icon', 'logo', 'night_logo'] as const) {
    const picture = pictures[kind]
    if (!picture) continue
    const key = await withArchiveFile(job, picture, { name: kind }, (file) =>
      accepted(job, ['Picture of the organization', picture.path], () =>
        storeRealmPicture(job.ctx, { realmId: job.realm.id, userId: 0 }, kind, file),
      ),
    )
    if (key !== undefined) stored[kind] = { key, version: 2 }
  }
  return stored
}

/** Lists of the organization, of which each entry passes the checks of the API. */
async function checkedLists(job: ImportJob, record: RealmRecord) {
  const among = async <T, C>(
    all: readonly T[],
    most: number,
    check: (one: T) => Promise<C | undefined>,
  ) => {
    const checked: C[] = []
    for (const one of all.slice(0, most)) {
      const passed = await check(one)
      if (passed !== undefined) checked.push(passed)
    }
    return checked
  }
  const account = { realm_id: job.realm.id }
  return {
    linkifiers: await among(record.linkifiers ?? [], sizeLimits.linkifiers, (each) =>
      accepted(job, ['Linkifier', each.pattern], () => checkLinkifier(job.ctx, account, each)),
    ),
    playgrounds: await among(record.playgrounds ?? [], sizeLimits.playgrounds, (each) => {
      const { name, language: pygments_language, urlTemplate: url_template } = each
      return accepted(job, ['Playground', name], () =>
        checkPlayground({ name, pygments_language, url_template }),
      )
    }),
    domains: await among(record.domains ?? [], sizeLimits.realmDomains, (each) =>
      accepted(job, ['Domain', each.domain], () => ({ ...each, domain: checkDomain(each.domain) })),
    ),
  }
}

/** Applies the settings that name groups and streams, when these have ids. */
export async function writeLateSettings(
  job: ImportJob,
  record: RealmRecord | undefined,
): Promise<void> {
  if (!record || !job.makesRealm) return
  const { permissions, streamSettings = {} } = record
  const read = await permissionReader(job, [permissions])
  const values = read(permissions, realmPermissions)
  if (job.trial) return
  const streams = await idsOf(job, 'stream', Object.values(streamSettings))
  const named = Object.entries(streamSettings).flatMap(([name, key]) => {
    const id = streams.get(keyOf(key))
    return id === undefined ? [] : [[name, id] as const]
  })
  const { new_stream_announcements_stream_id: notifications, ...others } = Object.fromEntries(named)
  await inBatch(job, async (tx) => {
    const { settings } = await getRealm(tx, job.realm.id)
    const chosen = { ...settings, ...values }
    const known = Object.entries(others).filter(([name]) => Object.hasOwn(realmSettings, name))
    await updateRealm(tx, job.realm.id, {
      settings: { ...chosen, ...Object.fromEntries(known) },
      ...(notifications === undefined ? {} : { notifications_stream_id: notifications }),
    })
  })
}
