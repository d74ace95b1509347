import type { AppContext } from '../../../context'
import { getRealm, updateRealm } from '../../../data/realms/realms'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { changesIn } from '../../../wire/property-changes'
import { settingsDefaultChanged } from '../../../wire/settings-events'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import { withSettledClock } from '../../rules/settings/clock'
import { storedAfter } from '../../rules/settings/declare'
import type { SettingValues } from '../../rules/settings/declare'
import { defaultableSettings, settingsDefaultsOf } from '../../rules/settings/user-settings'

/**
 * Changes the default settings of new accounts and publishes each changed one; administrators only.
 * Existing accounts keep their settings.
 *
 * @throws AdministratorRequiredError. Source: docs/protocol/accounts.md#settings-defaults.
 */
export async function changeSettingsDefaults(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  wanted: Partial<SettingValues<typeof defaultableSettings>>,
): Promise<void> {
  requireAdministrator(requester)
  const chosen = withSettledClock(wanted)
  const realmId = requester.realm_id
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const { user_defaults: stored } = await getRealm(tx, realmId)
    const before: Readonly<Record<string, unknown>> = settingsDefaultsOf(stored)
    const changed = differences(before, { ...before, ...chosen })
    if (!changed) return
    await updateRealm(tx, realmId, {
      user_defaults: storedAfter(defaultableSettings, stored, chosen),
    })
    await recordActs(tx, realmId, [{ act: 'settings_defaults_changed', ...changed }])
    const events = changesIn<SettingValues<typeof defaultableSettings>>(chosen)
      .filter(({ property }) => property in changed.after)
      .map(settingsDefaultChanged)
    await publish(tx, realmId, events.map(forEverybody))
  })
}
