/* Integrations with other services, and their setup steps. */

import type * as en from '../en'

export const integrations: typeof en.integrations = {
  title: 'Integrationen',
  words: 'webhook github gitlab grafana alertmanager slack json dienst bot',
  about:
    'Dienste, die hier Nachrichten schreiben können. Jeder bekommt eine Webhook-URL, die den API-Schlüssel eines Bots enthält.',
  all: 'Alle Integrationen',
  setUp: (name) => `${name} einrichten`,
  steps: 'Schritte der Einrichtung',
  bot: 'Bot, der schreibt',
  botAbout:
    'Die Nachrichten kommen von einem deiner Bots für eingehende Webhooks, die nur Nachrichten senden können.',
  botChoice: 'Bot',
  newBot: 'Neuer Bot',
  botName: 'Name des Bots',
  create: 'Bot erstellen',
  mayNot: 'Du kannst hier keine Bots erstellen. Frage einen Administrator.',
  address: 'Webhook-URL',
  none: 'Keine Treffer',
  find: 'Integration finden',
}

/** Keyed by the name of the integration. */
export const integrationGuides: typeof en.integrationGuides = {
  alertmanager: {
    about: 'Alarme von Prometheus, wenn sie auslösen und wenn sie enden.',
    steps: [
      'Füge in alertmanager.yml einen Empfänger (receiver) mit webhook_configs hinzu, dessen url die Webhook-URL oben ist. Mit send_resolved erfährst du auch das Ende von Alarmen.',
      'Nenne den Empfänger in einer Route.',
      'Lade die Konfiguration neu: Sende Alertmanager SIGHUP oder ein POST an /-/reload.',
    ],
  },
  github: {
    about: 'Pushes, Pull Requests, Issues, Releases und Builds von GitHub-Repositorys.',
    steps: [
      'Öffne auf GitHub das Repository (oder die Organisation), dann Settings, Webhooks, Add webhook.',
      'Payload URL: die Webhook-URL oben. Content type: application/json. Lass das Secret leer.',
      'Wähle, welche Ereignisse GitHub sendet. Nur oben ausgewählte werden gemeldet.',
      'Klicke auf Add webhook. GitHub sendet sofort einen Ping, der hier als Nachricht erscheint.',
    ],
  },
  gitlab: {
    about: 'Pushes, Merge Requests, Issues, Kommentare und Pipelines von GitLab-Projekten.',
    steps: [
      'Öffne in GitLab das Projekt (oder die Gruppe), dann Settings, Webhooks, Add new webhook.',
      'URL: die Webhook-URL oben. Lass das Secret token leer.',
      'Wähle die Auslöser, lass SSL verification eingeschaltet und füge den Webhook hinzu.',
      'Klicke auf Test, um ein Beispiel zu senden, das hier erscheint.',
    ],
  },
  grafana: {
    about: 'Alarme von Grafana, auch die der älteren Alarmfunktion (vor Version 8).',
    steps: [
      'Öffne in Grafana Alerting, Contact points, Add contact point.',
      'Integration: Webhook. URL: die Webhook-URL oben. HTTP method: POST.',
      'Klicke auf Test, um ein Beispiel zu senden, und speichere dann den Contact point.',
      'Leite unter Notification policies die Alarme, die du brauchst, an den Contact point.',
    ],
  },
  helloworld: {
    about: 'Ein Gruß mit einem empfohlenen Artikel, um Webhooks auszuprobieren.',
    steps: [
      'Sende JSON mit featured_title und featured_url an die Webhook-URL oben, zum Beispiel mit curl:',
      'curl WEBHOOK_URL -d \'{"featured_title": "Chat", "featured_url": "https://de.wikipedia.org/wiki/Chat"}\'',
    ],
  },
  json: {
    about:
      'Beliebige JSON-Objekte, unverändert gezeigt. Für Dienste ohne eigene Integration, und um zu sehen, was ein Dienst sendet.',
    steps: [
      'Trage die Webhook-URL oben beim Dienst ein.',
      'Jedes JSON-Objekt, das der Dienst sendet, wird eine Nachricht mit einem Codeblock.',
    ],
  },
  slack_incoming: {
    about: 'Slack-kompatible Webhooks.',
    steps: [
      'Suche im Dienst die Benachrichtigung an Slack über einen eingehenden Webhook.',
      'Trage die Webhook-URL oben anstelle der Webhook-URL von Slack ein.',
      'Texte, Anhänge und Blöcke von Slack werden eine Nachricht. Wohin, bestimmt die URL, nicht der Kanal in Slack.',
    ],
  },
}
