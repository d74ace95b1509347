import { listProfileFieldsEndpoint } from './list-profile-fields'
import { updateRealmEndpoint } from './update-realm'
import { updateSettingsEndpoints } from './update-settings'

export const settingsEndpoints = [
  ...updateSettingsEndpoints,
  updateRealmEndpoint,
  listProfileFieldsEndpoint,
]
