import type * as en from '../en/channel-offer'

export const channelOffer: typeof en.channelOffer =
  'Du wurdest erwähnt. Benachrichtigungen hätten es dir gesagt.'
