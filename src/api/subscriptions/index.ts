import { addSubscriptionsEndpoint } from './add-subscriptions'
import { changeSettingEndpoint, changeSettingsEndpoint } from './change-settings'
import { listSubscriptionsEndpoint } from './list-subscriptions'
import { removeSubscriptionsEndpoint } from './remove-subscriptions'

export const subscriptionsEndpoints = [
  listSubscriptionsEndpoint,
  addSubscriptionsEndpoint,
  removeSubscriptionsEndpoint,
  changeSettingsEndpoint,
  changeSettingEndpoint,
]
