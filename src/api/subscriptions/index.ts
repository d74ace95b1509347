import { addSubscriptionsEndpoint } from './add-subscriptions'
import { changeSettingEndpoint, changeSettingsEndpoint } from './change-settings'
import { changeSubscriptionsEndpoint } from './change-subscriptions'
import { getSubscriptionStatusEndpoint } from './get-subscription-status'
import { listSubscriptionsEndpoint } from './list-subscriptions'
import { removeSubscriptionsEndpoint } from './remove-subscriptions'

export const subscriptionsEndpoints = [
  listSubscriptionsEndpoint,
  addSubscriptionsEndpoint,
  removeSubscriptionsEndpoint,
  changeSubscriptionsEndpoint,
  changeSettingsEndpoint,
  changeSettingEndpoint,
  getSubscriptionStatusEndpoint,
]
