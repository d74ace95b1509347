import { receiveWebhookEndpoint } from './receive-webhook'

export const webhooksEndpoints = [receiveWebhookEndpoint]
