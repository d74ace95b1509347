import type { Catalog } from './catalog'

/* Texts that the server itself writes, in German. */
export const de: Catalog = {
  'bot.unknownStream':
    'Hallo! Dein Bot {{bot}} hat gerade versucht, eine Nachricht an den Stream {{stream}} zu senden, aber diesen Stream gibt es noch nicht. Um ihn anzulegen, klicke auf das Zahnrad in der Liste der Streams links.',
  'bot.emptyStream':
    'Hallo! Dein Bot {{bot}} hat gerade versucht, eine Nachricht an den Stream {{stream}} zu senden, aber niemand hat ihn abonniert. Um ihn zu abonnieren, klicke auf das Zahnrad in der Liste der Streams links.',
  'bot.undelivered':
    '{{warning}}\n\nDie Nachricht mit dem Thema „{{topic}}“ lautete:\n\n{{content}}',
  'bot.malformedJson':
    'Hallo! Du wolltest offenbar die Zulip-Integration {{integration}} einrichten,\naber der Webhook sendet seine Daten nicht in dem JSON-Format,\ndas diese Integration erwartet.',

  'group.added': '{{who}} hat dich zur Gruppe {{group}} hinzugefügt.',
  'group.removed': '{{who}} hat dich aus der Gruppe {{group}} entfernt.',

  'export.ready':
    'Dein Datenexport ist fertig. [Exporte ansehen und herunterladen](/#organization/data-exports-admin).',
  'export.failed':
    'Dein Datenexport ist fehlgeschlagen. Bitte versuche es noch einmal, oder frage den Betreiber des Servers.',

  'deletion.setAside':
    'Die Löschung der Nachrichten von {{user}} wurde wegen eines Fehlers des Servers abgebrochen. Bitte gib dem Betreiber Bescheid.',

  'import.done': 'Dein Import ist fertig. [Bericht ansehen](/#organization/import).',
  'import.failed':
    'Dein Import ist abgebrochen. [Grund ansehen und fortsetzen](/#organization/import).',

  'bridge.begins':
    'Dieser Stream ist jetzt mit {{channel}} in Slack verbunden: Nachrichten, Threads, Bearbeitungen, Löschungen, Reaktionen und Dateien beider Seiten kommen auf die andere. In Slack kann nur der Verfasser eine Nachricht ändern, und nur dort. Wird hier eine Nachricht bearbeitet oder gelöscht, die in Slack geschrieben wurde, bleibt sie in Slack, wie sie ist.',
  'bridge.editStays':
    'Deine Bearbeitung [dieser Nachricht]({{link}}) bleibt hier. Die Nachricht wurde in Slack geschrieben, und dort kann nur ihr Verfasser sie ändern. Bearbeite sie auch in Slack: Diese Bearbeitung kommt hierher und ersetzt die hiesige.',

  'linkifiers.slow':
    'Die Linkifier dieser Organisation brauchen für manche Nachrichten zu lange. Links in solchen Nachrichten können einfacher Text bleiben. Bitte suche nach einem Muster mit einer Wiederholung in einer Wiederholung, und vereinfache es.',

  'push.withheld': 'Neue Nachricht',
  'push.from': '{{name}}:',
  'push.mentioned': '{{name}} hat dich erwähnt:',
  'push.mentionedGroup': '{{name}} hat @{{group}} erwähnt:',
  'push.mentionedAll': '{{name}} hat alle erwähnt:',
  'push.markRead': 'Als gelesen markieren',
  'push.reply': 'Antworten',
  'push.held_one': '{{count}} Nachricht, während du nicht gestört werden wolltest.',
  'push.held_other': '{{count}} Nachrichten, während du nicht gestört werden wolltest.',
  'push.test.title': 'Testbenachrichtigung',
  'push.test.body': 'Dies ist eine Testbenachrichtigung von {{realm}} ({{url}}).',

  'mail.hello': 'Hallo {{name}},',
  'mail.why': 'Du erhältst diese E-Mail, weil du ein Konto in {{realm}} hast.',
  'mail.whyAddress':
    'Du erhältst diese E-Mail, weil jemand in {{realm}} diese Adresse angegeben hat.',
  'mail.worksOnce': 'Der Link gilt einmal, bis {{time}}.',
  'mail.missed.pair': 'Direktnachrichten mit {{name}}',
  'mail.missed.group': 'Gruppennachrichten mit {{names}}',
  'mail.missed.others_one': '{{count}} weiteren Person',
  'mail.missed.others_other': '{{count}} weiteren Personen',
  'mail.missed.resolved': '[gelöst] {{conversation}}',
  'mail.missed.withheld': 'Neue Nachrichten',
  'mail.missed.withheldBody':
    'In {{realm}} gibt es neue Nachrichten für dich. Die Einstellungen der Organisation oder deine eigenen halten ihren Inhalt aus E-Mails heraus.',
  'mail.missed.button': 'Unterhaltung öffnen',
  'mail.missed.buttonWithheld': '{{realm}} öffnen',
  'mail.missed.more_one': '{{count}} weitere Nachricht wird hier nicht gezeigt.',
  'mail.missed.more_other': '{{count}} weitere Nachrichten werden hier nicht gezeigt.',
  'mail.missed.why.direct_message':
    'Du erhältst diese E-Mail, weil dir jemand geschrieben hat, während du nicht da warst.',
  'mail.missed.why.mentioned': 'Du erhältst diese E-Mail, weil du erwähnt wurdest.',
  'mail.missed.why.group': 'Du erhältst diese E-Mail, weil @{{group}} erwähnt wurde.',
  'mail.missed.why.everybody':
    'Du erhältst diese E-Mail, weil in {{conversation}} alle erwähnt wurden.',
  'mail.missed.why.everybodyFollowed':
    'Du erhältst diese E-Mail, weil in einem Thema, dem du folgst, alle erwähnt wurden.',
  'mail.missed.why.followed_topic': 'Du erhältst diese E-Mail, weil du dem Thema folgst.',
  'mail.missed.why.stream':
    'Du erhältst diese E-Mail, weil du E-Mails über {{conversation}} gewählt hast.',
  'mail.missed.reply': 'Antworte auf diese E-Mail, um in der Unterhaltung zu antworten.',
  'mail.missed.spoiler': 'Öffne {{realm}}, um den Inhalt des Spoilers zu sehen',
  'mail.missed.stop': 'E-Mails über verpasste Nachrichten abbestellen: {{link}}',
  'mail.digest.subject': 'Zusammenfassung von {{realm}}',
  'mail.digest.lead': 'Während du weg warst, ging es um diese Themen.',
  'mail.digest.more_one': '{{count}} weitere Nachricht. Beteiligt: {{names}}',
  'mail.digest.more_other': '{{count}} weitere Nachrichten. Beteiligt: {{names}}',
  'mail.digest.people': 'Beteiligt: {{names}}',
  'mail.digest.streams_one': '{{count}} neuer Stream:',
  'mail.digest.streams_other': '{{count}} neue Streams:',
  'mail.digest.withheld':
    'Es gibt Neues für dich in {{realm}}. Die Einstellungen dieser Organisation oder deine eigenen halten Inhalte aus E-Mails heraus.',
  'mail.digest.why':
    'Du bekommst diese E-Mail, weil du weg warst und {{realm}} einmal in der Woche eine Zusammenfassung sendet.',
  'mail.digest.stop': 'Zusammenfassungen abbestellen: {{link}}',
  'mail.undeliverable':
    'E-Mails an {{address}} können nicht zugestellt werden ({{reason}}). Darum erhältst du dort keine E-Mails über verpasste Nachrichten, bis du deine Adresse änderst, dich neu anmeldest oder sie in deinen Einstellungen unter Benachrichtigungen wieder einschaltest.',
  'mail.loginCode.subject': '{{code}} ist dein Code für {{realm}}',
  'mail.loginCode.body':
    'Mit diesem Code meldest du dich als {{email}} bei {{realm}} an, in dem Browser, in dem du ihn angefordert hast:',
  'mail.loginCode.once':
    'Er funktioniert einmal, bis {{time}}. Niemand aus der Organisation fragt dich je danach.',
  'mail.loginCode.ignore': 'Wenn du ihn nicht angefordert hast, brauchst du nichts zu tun.',
  'mail.reset.subject': 'Neues Passwort für {{realm}}',
  'mail.reset.body':
    'Jemand, wahrscheinlich du selbst, hat ein neues Passwort für dein Konto {{email}} in {{realm}} verlangt.',
  'mail.reset.button': 'Neues Passwort setzen',
  'mail.reset.ignore':
    'Wenn du das nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.',
  'mail.resetDeactivated.subject': 'Dein Konto in {{realm}} ist deaktiviert',
  'mail.resetDeactivated.body':
    'Jemand, wahrscheinlich du selbst, hat ein neues Passwort für dein Konto {{email}} in {{realm}} verlangt. Dieses Konto ist deaktiviert. Ein Administrator der Organisation kann es wieder aktivieren.',
  'mail.passwordChanged.subject': 'Dein Passwort in {{realm}} wurde geändert',
  'mail.passwordChanged.body':
    'Dein Konto {{email}} in {{realm}} hat seit {{time}} ein neues Passwort, und alle anderen Anmeldungen wurden beendet.',
  'mail.wasItYou':
    'Wenn du das nicht warst, setze ein neues Passwort und sag einem Administrator der Organisation Bescheid.',
  'mail.confirmAddress.subject': 'Bestätige deine neue Adresse für {{realm}}',
  'mail.confirmAddress.body':
    'Das Konto von {{name}} in {{realm}} soll die Adresse {{email}} statt {{oldEmail}} bekommen. Bitte bestätige, dass sie dir gehört.',
  'mail.confirmAddress.button': 'Adresse bestätigen',
  'mail.confirmAddress.ignore':
    'Wenn du davon nichts weißt, ignoriere diese E-Mail: Ohne deine Bestätigung ändert sich nichts.',
  'mail.addressAsked.subject': 'Eine neue Adresse für dein Konto in {{realm}}',
  'mail.addressAsked.body':
    'Dein Konto in {{realm}} soll die Adresse {{email}} statt {{oldEmail}} bekommen. Das geschieht, sobald die neue Adresse bestätigt ist.',
  'mail.addressChanged.subject': 'Dein Konto in {{realm}} hat eine andere Adresse',
  'mail.addressChanged.body':
    'Dein Konto in {{realm}} hat ab jetzt die Adresse {{email}} statt {{oldEmail}}: Damit meldest du dich an, und dorthin gehen E-Mails.',
  'mail.deactivated.subject': 'Dein Konto in {{realm}} wurde deaktiviert',
  'mail.deactivated.body':
    'Dein Konto {{email}} in {{realm}} wurde deaktiviert. Du kannst dich nicht mehr damit anmelden.',
  'mail.deactivated.comment': 'Ein Administrator der Organisation schreibt dazu:',
  'mail.accountMade.subject': 'Dein Konto in {{realm}}',
  'mail.accountMade.body':
    'In {{realm}} wurde ein Konto für dich angelegt. Du meldest dich mit {{email}} an und mit einem Passwort, das du jetzt wählst.',
  'mail.accountMade.button': 'Passwort wählen',
  'mail.accountMade.later':
    'Wenn der Link abgelaufen ist, bekommst du mit „Passwort vergessen?“ bei der Anmeldung einen neuen.',
  'mail.newLogin.subject': 'Neue Anmeldung bei {{realm}}: {{device}}',
  'mail.newLogin.body': 'Jemand hat sich mit deinem Konto {{email}} in {{realm}} angemeldet:',
  'mail.newLogin.facts': '{{time}}\n{{device}}\nInternetadresse {{address}}',
  'mail.newLogin.fine': 'Wenn du das warst, brauchst du nichts zu tun.',
  'mail.newLogin.stop': 'E-Mails über Anmeldungen abbestellen: {{link}}',
  'mail.newLogin.off':
    'In deinen Einstellungen kannst du diese E-Mails unter Benachrichtigungen abschalten.',
  'mail.newApiKey.subject': 'Neuer API-Schlüssel in {{realm}}: {{key}}',
  'mail.newApiKey.body':
    'Jemand hat mit deinem Konto {{email}} in {{realm}} den API-Schlüssel „{{key}}“ angelegt:',
  'mail.invitation.subject': '{{inviter}} hat dich zu {{realm}} eingeladen',
  'mail.invitation.body':
    '{{inviter}} hat dich zu {{realm}} eingeladen, wo man sich in Streams und Themen unterhält.',
  'mail.invitation.button': 'Einladung annehmen',
  'mail.invitation.once': 'Der Link funktioniert einmal.',
  'mail.invitation.ignore': 'Wenn du nicht beitreten möchtest, brauchst du nichts zu tun.',
  'mail.invitationReminder.subject': 'Deine Einladung zu {{realm}} läuft bald ab',
  'mail.invitationReminder.body':
    '{{inviter}} hat dich zu {{realm}} eingeladen. Die Einladung läuft bald ab.',
  'mail.signUp.subject': 'Schließe dein Konto in {{realm}} ab',
  'mail.signUp.body':
    'Jemand, wahrscheinlich du selbst, möchte {{realm}} mit der Adresse {{email}} beitreten. Hier geht es weiter:',
  'mail.signUp.button': 'Konto anlegen',
  'mail.signUp.ignore': 'Wenn du das nicht warst, brauchst du nichts zu tun.',
  'mail.signUpKnown.subject': 'Du hast ein Konto in {{realm}}',
  'mail.signUpKnown.body':
    'Jemand, wahrscheinlich du selbst, wollte {{realm}} mit der Adresse {{email}} beitreten. Du hast damit schon ein Konto und kannst dich anmelden. Falls du das Passwort vergessen hast, kannst du dort ein neues setzen.',
  'mail.signUpKnown.button': 'Anmelden',
  'mail.signUpDeactivated.subject': 'Dein Konto in {{realm}} ist deaktiviert',
  'mail.signUpDeactivated.body':
    'Jemand, wahrscheinlich du selbst, wollte {{realm}} mit der Adresse {{email}} beitreten. Dein Konto damit ist deaktiviert. Ein Administrator der Organisation kann es wieder aktivieren.',
  'mail.registered.subject': 'Willkommen bei {{realm}}',
  'mail.registered.body':
    'Du hast jetzt ein Konto in {{realm}}. Du meldest dich mit der Adresse {{email}} und dem Passwort an, das du gewählt hast.',
  'mail.registered.button': '{{realm}} öffnen',
  'mail.registered.keep': 'Bewahre diese E-Mail auf, damit du wieder hinfindest.',
  'mail.test.subject': 'Test des E-Mail-Versands von {{realm}}',
  'mail.test.body': 'Der Server von {{realm}} kann E-Mails senden.',

  'move.topicHere': 'Dieses Thema wurde von {{who}} aus {{place}} hierher verschoben.',
  'move.messagesHere_one': 'Eine Nachricht wurde von {{who}} aus {{place}} hierher verschoben.',
  'move.messagesHere_other':
    '{{count}} Nachrichten wurden von {{who}} aus {{place}} hierher verschoben.',
  'move.topicAway': 'Dieses Thema wurde von {{who}} nach {{place}} verschoben.',
  'move.messagesAway_one':
    'Eine Nachricht wurde von {{who}} aus diesem Thema nach {{place}} verschoben.',
  'move.messagesAway_other':
    '{{count}} Nachrichten wurden von {{who}} aus diesem Thema nach {{place}} verschoben.',
  'move.fromPrivateStream': 'einem privaten Stream',
  'move.toPrivateStream': 'einem privaten Stream',

  'reminder.ofMessage': 'Du wolltest an {{place}} erinnert werden.',
  'reminder.ofPrivateMessage': 'Du wolltest an die folgende Direktnachricht erinnert werden.',
  'reminder.ofGone':
    'Du wolltest an eine Nachricht erinnert werden, die du nicht mehr lesen kannst.',
  'reminder.note': '{{what}} Notiz:\n{{note}}',
  'reminder.said': '{{what}}\n\n{{who}} [schrieb]({{link}}):\n{{content}}',
  'scheduled.failed':
    'Die Nachricht, die du für {{time}} geplant hast, wurde nicht gesendet, denn es gab diesen Fehler:\n\n{{error}}\n\n[Geplante Nachrichten ansehen](#scheduled)',
  'scheduled.givenUp': 'Auf dem Server gab es einen Fehler. Bitte plane die Nachricht noch einmal.',

  'resolve.resolved': '{{who}} hat dieses Thema als gelöst markiert.',
  'resolve.unresolved': '{{who}} hat dieses Thema als ungelöst markiert.',

  'service.mentioned':
    'Eine Nachricht von {{who}} in {{stream}} an deinen Bot {{bot}} hat einen ausgehenden Webhook ausgelöst.\n{{outcome}}',
  'service.writtenTo':
    'Eine Direktnachricht von {{who}} an deinen Bot {{bot}} hat einen ausgehenden Webhook ausgelöst.\n{{outcome}}',
  'service.status': 'Der Webhook bekam eine Antwort mit dem Statuscode *{{status}}*.',
  'service.notJson': 'Der Webhook bekam eine Antwort, die kein JSON-Objekt ist.',
  'service.late': 'Der Webhook hat nicht rechtzeitig geantwortet.',
  'service.unreachable': 'Der Webhook war nicht erreichbar.',
  'service.unreachableFor': 'Der Webhook war nicht erreichbar ({{code}}).',
  'service.failed': 'Der Webhook ist fehlgeschlagen: {{error}}.',
  'service.lost': 'Der Server hatte während des Aufrufs einen Fehler und wiederholt ihn nicht.',
  'service.unsendable':
    'Der Webhook hat geantwortet, aber die Antwort konnte nicht gesendet werden: {{error}}',

  'stream.topicOfChanges': 'Stream-Ereignisse',
  'stream.renamed': '{{who}} hat den Stream {{before}} in {{after}} umbenannt.',
  'stream.described':
    '{{who}} hat die Beschreibung dieses Streams geändert.\n\n* **Alte Beschreibung:**\n{{before}}\n* **Neue Beschreibung:**\n{{after}}',
  'stream.noDescription': '*Keine Beschreibung.*',
  'stream.accessChanged':
    '{{who}} hat den Zugang zu diesem Stream von **{{before}}** zu **{{after}}** geändert.',
  'stream.public': 'Öffentlich',
  'stream.sharedHistory': 'Privat, gemeinsamer Verlauf',
  'stream.protectedHistory': 'Privat, geschützter Verlauf',
  'stream.postingChanged':
    '{{who}} hat geändert, wer in diesem Stream schreiben darf:\n\n* **Bisher**: {{before}}\n* **Jetzt**: {{after}}',
  'stream.administratorsPost': 'Administratoren',
  'stream.everyonePosts': 'Alle',
  'stream.archived': 'Der Stream {{stream}} wurde archiviert.',
  'stream.unarchived': 'Der Stream {{stream}} ist nicht mehr archiviert.',
  'stream.topicsPolicyChanged':
    '{{who}} hat die Regel für Themen dieses Streams geändert:\n\n* **Alte Regel**: {{before}}\n* **Neue Regel**: {{after}}',
  'stream.emptyTopicAllowed': 'Nachrichten dürfen ohne Thema sein',
  'stream.emptyTopicDisabled': 'Jede Nachricht hat ein Thema',
  'stream.emptyTopicOnly': 'Keine Themen',
  'stream.retentionChanged':
    '{{who}} hat geändert, wie lange Nachrichten in diesem Stream aufbewahrt werden:\n\n* **Bisher**: {{before}}\n* **Jetzt**: {{after}}',
  'stream.retainedAsOrganization': 'Wie in der Organisation',
  'stream.retainedForever': 'Für immer',
  'stream.retainedDays_one': '{{count}} Tag',
  'stream.retainedDays_other': '{{count}} Tage',
  'stream.nobodyPosts': 'Niemand',
  'stream.ownersPost': 'Besitzer',
  'stream.moderatorsPost': 'Moderatoren',
  'stream.fullMembersPost': 'Vollmitglieder',
  'stream.membersPost': 'Mitglieder',
  'stream.chosenPost': 'Ausgewählte Personen und Gruppen',
  'stream.greetingTopic': 'Hallo',
  'stream.greeting': 'Willkommen in {{stream}}.',
  'stream.greetingDescribed': 'Willkommen in {{stream}}.\n\n**Beschreibung**: {{description}}',
  'stream.topicOfCreations': 'Streams',
  'stream.created': '{{who}} hat gerade einen neuen Stream angelegt: {{stream}}.',
  'stream.severalCreated': '{{who}} hat gerade diese Streams angelegt: {{streams}}',

  'mailIn.event.invitation': 'Einladung: {{summary}}',
  'mailIn.event.canceled': 'Abgesagt: {{summary}}',
  'mailIn.event.accepted': 'Zugesagt: {{summary}}',
  'mailIn.event.declined': 'Abgelehnt: {{summary}}',
  'mailIn.event.tentative': 'Unter Vorbehalt zugesagt: {{summary}}',
  'mailIn.event.untitled': 'ein Termin ohne Titel',
  'mailIn.event.when': 'Wann: {{when}}',
  'mailIn.event.repeats': 'Der Termin wiederholt sich.',
  'mailIn.event.where': 'Wo: {{where}}',
  'mailIn.event.organizer': 'Organisiert von: {{person}}',
  'mailIn.event.by': 'Von: {{person}}',
  'mailIn.noSubject': 'E-Mail ohne Betreff',
  'mailIn.givenUp':
    'Eine E-Mail an dich oder an eine deiner Kanal-Adressen konnte nicht verarbeitet werden und wurde nicht veröffentlicht. Den Grund findet der Betreiber des Servers in dessen Log.',
  'mailIn.replyRefused': 'Deine Antwort per E-Mail konnte nicht gesendet werden:\n\n{{error}}',

  'subscribed.one': 'Hallo! {{who}} hat für dich gerade den Stream {{stream}} abonniert.',
  'subscribed.several':
    'Hallo! {{who}} hat für dich gerade diese Streams abonniert:\n\n{{streams}}',

  'invitations.accepted': '{{who}} hat deine Einladung zu {{realm}} angenommen!',
  'signups.topic': 'Neue',
  'signups.joined': '{{who}} ist dieser Organisation beigetreten.',
  'report.topic': 'Meldungen von {{name}}',
  'report.ofStream':
    '{{reporter}} hat [eine Nachricht]({{url}}) von {{sender}} in {{topic}} gemeldet.',
  'report.ofPrivate': '{{reporter}} hat eine Direktnachricht von {{sender}} gemeldet.',
  'report.reason': '* Grund: **{{reason}}**',
  'report.notes': '* Anmerkungen:',
  'report.original': 'Nachricht von {{sender}}',
  'report.spam': 'Spam',
  'report.harassment': 'Belästigung',
  'report.inappropriate': 'Unangemessener Inhalt',
  'report.norms': 'Verstößt gegen die Regeln der Gemeinschaft',
  'report.other': 'Anderer Grund',

  'account.deleted': 'Gelöschte Person',

  'welcome.general': 'Für alles, was keinen eigenen Stream hat',
  'welcome.announce': 'Neue Streams und andere Neuigkeiten dieser Organisation',
  'welcome.topic': 'Begrüßung',
  'welcome.toStream':
    'Willkommen bei {{realm}}!\n\nDies ist der Stream {{stream}}, und das Thema dieser Nachricht ist *{{topic}}*. Antworte hier, oder beginne ein eigenes Thema.',
  'welcome.toOwner':
    'Hallo und willkommen bei {{realm}}! Ich bin der Welcome Bot. Diese Organisation gehört dir: Füge Leute hinzu, lege Streams für sie an und lass Programme durch Bots schreiben.',
  'welcome.toNewcomer':
    'Hallo und willkommen bei {{realm}}! Ich bin der Welcome Bot.\n\nNachrichten werden hier an Streams gesendet, und jede Nachricht hat ein Thema: Suche dir einen Stream aus, nenne ein Thema und sag Hallo. Eine Nachricht an eine oder mehrere Personen, wie diese hier, sieht sonst niemand.',
}
