import { listProfileFieldsEndpoint, updateRealmEndpoint } from './realm'
import { updateSettingsEndpoints } from './user-settings'

export const settingsEndpoints = [
  ...updateSettingsEndpoints,
  updateRealmEndpoint,
  listProfileFieldsEndpoint,
]
