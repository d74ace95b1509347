import {
  addSubscriptionsEndpoint,
  changeSubscriptionsEndpoint,
  removeSubscriptionsEndpoint,
} from './change-subscriptions'
import { changeSettingEndpoint, changeSettingsEndpoint } from './change-settings'
import {
  getSubscriptionStatusEndpoint,
  listChannelsOfUserEndpoint,
  listSubscriptionsEndpoint,
} from './list-subscriptions'

export const subscriptionsEndpoints = [
  listSubscriptionsEndpoint,
  addSubscriptionsEndpoint,
  removeSubscriptionsEndpoint,
  changeSubscriptionsEndpoint,
  changeSettingsEndpoint,
  changeSettingEndpoint,
  getSubscriptionStatusEndpoint,
  listChannelsOfUserEndpoint,
]
