import type * as en from '../en'

/** Reasons why the browser shows no notifications. */
export const notificationStates: typeof en.notificationStates = {
  denied:
    'Benachrichtigungen sind blockiert. Erlaube sie in den Website-Einstellungen deines Browsers.',
  insecure:
    'Browser zeigen Benachrichtigungen nur für Adressen, die mit https beginnen. Frage, wer diesen Server betreibt.',
  unsupported: 'Dieser Browser zeigt keine Benachrichtigungen für geöffnete Seiten.',
}
