import {
  addAlertWordsEndpoint,
  listAlertWordsEndpoint,
  removeAlertWordsEndpoint,
} from './own-words'

export const alertWordsEndpoints = [
  listAlertWordsEndpoint,
  addAlertWordsEndpoint,
  removeAlertWordsEndpoint,
]
