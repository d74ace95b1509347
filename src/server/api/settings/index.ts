import { deactivateRealmEndpoint } from './deactivate-realm'
import { updateRealmEndpoint } from './realm'
import { updateSettingsDefaultsEndpoint } from './settings-defaults'
import { updateSettingsEndpoints } from './user-settings'

export const settingsEndpoints = [
  ...updateSettingsEndpoints,
  updateRealmEndpoint,
  updateSettingsDefaultsEndpoint,
  deactivateRealmEndpoint,
]
