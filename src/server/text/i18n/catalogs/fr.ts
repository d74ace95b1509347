import type { Catalog } from './catalog'

/* Texts that the server itself writes, in French. */
export const fr: Catalog = {
  'bot.unknownStream':
    'Bonjour ! Votre bot {{bot}} vient d’essayer d’envoyer un message au canal {{stream}}, mais ce canal n’existe pas encore. Pour le créer, cliquez sur la roue dentée dans la liste des canaux, à gauche.',
  'bot.emptyStream':
    'Bonjour ! Votre bot {{bot}} vient d’essayer d’envoyer un message au canal {{stream}}, mais personne n’y est abonné. Pour vous y abonner, cliquez sur la roue dentée dans la liste des canaux, à gauche.',
  'bot.undelivered':
    '{{warning}}\n\nLe message, dont le sujet est « {{topic}} », était :\n\n{{content}}',
  'bot.malformedJson':
    'Bonjour ! Vous avez apparemment voulu configurer l’intégration Zulip {{integration}},\nmais le webhook n’envoie pas ses données dans le format JSON\nque cette intégration attend.',

  'group.added': '{{who}} vous a ajouté au groupe {{group}}.',
  'group.removed': '{{who}} vous a retiré du groupe {{group}}.',

  'export.ready':
    'Votre export de données est prêt. [Voir et télécharger les exports](/#organization/data-exports-admin).',
  'export.failed':
    'Votre export de données a échoué. Réessayez, ou demandez à qui gère le serveur.',

  'deletion.setAside':
    'La suppression des messages de {{user}} s’est arrêtée à cause d’une erreur du serveur. Prévenez la personne qui le gère.',

  'import.done': 'Votre import est terminé. [Voir le rapport](/#organization/import).',
  'import.failed':
    'Votre import s’est interrompu. [Voir la raison et continuer](/#organization/import).',

  'bridge.begins':
    'Ce canal est maintenant relié à {{channel}} dans Slack : messages, fils, modifications, suppressions, réactions et fichiers passent d’un côté à l’autre. Dans Slack, seul l’auteur d’un message peut le modifier, et seulement là-bas. Une modification ou une suppression faite ici d’un message écrit dans Slack n’arrive pas dans Slack.',
  'bridge.editStays':
    'Votre modification de [ce message]({{link}}) reste ici. Il a été écrit dans Slack, où seul son auteur peut le modifier. Modifiez-le aussi dans Slack : cette modification arrive ici et remplace celle-ci.',

  'linkifiers.slow':
    'Les linkifiers de cette organisation prennent trop de temps pour certains messages. Les liens de ces messages peuvent rester du texte simple. Cherchez un motif avec une répétition dans une répétition, et simplifiez-le.',

  'push.withheld': 'Nouveau message',
  'push.from': '{{name}} :',
  'push.mentioned': '{{name}} vous a mentionné :',
  'push.mentionedGroup': '{{name}} a mentionné @{{group}} :',
  'push.mentionedAll': '{{name}} a mentionné tout le monde :',
  'push.markRead': 'Marquer comme lu',
  'push.reply': 'Répondre',
  'push.held_one': '{{count}} message pendant que vous ne vouliez pas être dérangé.',
  'push.held_many': '{{count}} messages pendant que vous ne vouliez pas être dérangé.',
  'push.held_other': '{{count}} messages pendant que vous ne vouliez pas être dérangé.',
  'push.test.title': 'Notification de test',
  'push.test.body': 'Ceci est une notification de test de {{realm}} ({{url}}).',

  'mail.hello': 'Bonjour {{name}},',
  'mail.why': 'Vous recevez ce message parce que vous avez un compte dans {{realm}}.',
  'mail.whyAddress':
    'Vous recevez ce message parce que quelqu’un a donné cette adresse dans {{realm}}.',
  'mail.worksOnce': 'Le lien fonctionne une seule fois, jusqu’au {{time}}.',
  'mail.missed.pair': 'Messages directs avec {{name}}',
  'mail.missed.group': 'Messages de groupe avec {{names}}',
  'mail.missed.others_one': '{{count}} autre personne',
  'mail.missed.others_many': '{{count}} autres personnes',
  'mail.missed.others_other': '{{count}} autres personnes',
  'mail.missed.resolved': '[résolu] {{conversation}}',
  'mail.missed.withheld': 'Nouveaux messages',
  'mail.missed.withheldBody':
    'Il y a de nouveaux messages pour vous dans {{realm}}. Les paramètres de l’organisation, ou les vôtres, gardent leur contenu hors des e-mails.',
  'mail.missed.button': 'Ouvrir la conversation',
  'mail.missed.buttonWithheld': 'Ouvrir {{realm}}',
  'mail.missed.more_one': '{{count}} autre message n’est pas affiché ici.',
  'mail.missed.more_many': '{{count}} autres messages ne sont pas affichés ici.',
  'mail.missed.more_other': '{{count}} autres messages ne sont pas affichés ici.',
  'mail.missed.why.direct_message':
    'Vous recevez cet e-mail parce que quelqu’un vous a écrit pendant votre absence.',
  'mail.missed.why.mentioned': 'Vous recevez cet e-mail parce que vous avez été mentionné.',
  'mail.missed.why.group': 'Vous recevez cet e-mail parce que @{{group}} a été mentionné.',
  'mail.missed.why.everybody':
    'Vous recevez cet e-mail parce que tout le monde a été mentionné dans {{conversation}}.',
  'mail.missed.why.everybodyFollowed':
    'Vous recevez cet e-mail parce que tout le monde a été mentionné dans un sujet que vous suivez.',
  'mail.missed.why.followed_topic': 'Vous recevez cet e-mail parce que vous suivez le sujet.',
  'mail.missed.why.stream':
    'Vous recevez cet e-mail parce que vous avez choisi des e-mails pour {{conversation}}.',
  'mail.missed.reply': 'Répondez à cet e-mail pour répondre dans la conversation.',
  'mail.missed.spoiler': 'Ouvrez {{realm}} pour voir le contenu masqué',
  'mail.missed.stop': 'Ne plus recevoir d’e-mails sur les messages manqués : {{link}}',
  'mail.digest.subject': 'Résumé de {{realm}}',
  'mail.digest.lead': 'Ces sujets ont été discutés pendant votre absence.',
  'mail.digest.more_one': '{{count}} autre message. Participants : {{names}}',
  'mail.digest.more_many': '{{count}} autres messages. Participants : {{names}}',
  'mail.digest.more_other': '{{count}} autres messages. Participants : {{names}}',
  'mail.digest.people': 'Participants : {{names}}',
  'mail.digest.streams_one': '{{count}} nouveau canal :',
  'mail.digest.streams_many': '{{count}} nouveaux canaux :',
  'mail.digest.streams_other': '{{count}} nouveaux canaux :',
  'mail.digest.withheld':
    'Il y a du nouveau pour vous dans {{realm}}. Les paramètres de l’organisation, ou les vôtres, gardent les contenus hors des e-mails.',
  'mail.digest.why':
    'Vous recevez ce message parce que vous étiez absent et que {{realm}} envoie un résumé une fois par semaine.',
  'mail.digest.stop': 'Ne plus recevoir de résumés : {{link}}',
  'mail.undeliverable':
    'Les e-mails à {{address}} ne peuvent pas être livrés ({{reason}}). Vous n’y recevez donc plus d’e-mails sur les messages manqués, jusqu’à ce que vous changiez d’adresse, vous reconnectiez ou les réactiviez dans vos paramètres, sous notifications.',
  'mail.loginCode.subject': '{{code}} est votre code pour {{realm}}',
  'mail.loginCode.body':
    'Avec ce code, vous vous connectez à {{realm}} en tant que {{email}}, dans le navigateur où vous l’avez demandé :',
  'mail.loginCode.once':
    'Il fonctionne une seule fois, jusqu’au {{time}}. Personne de l’organisation ne vous le demandera jamais.',
  'mail.loginCode.ignore': 'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
  'mail.reset.subject': 'Nouveau mot de passe pour {{realm}}',
  'mail.reset.body':
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte {{email}} dans {{realm}}.',
  'mail.reset.button': 'Choisir un nouveau mot de passe',
  'mail.reset.ignore':
    'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
  'mail.resetDeactivated.subject': 'Votre compte dans {{realm}} est désactivé',
  'mail.resetDeactivated.body':
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte {{email}} dans {{realm}}. Ce compte est désactivé. Un administrateur de l’organisation peut le rétablir.',
  'mail.passwordChanged.subject': 'Votre mot de passe dans {{realm}} a été changé',
  'mail.passwordChanged.body':
    'Votre compte {{email}} dans {{realm}} a un nouveau mot de passe depuis le {{time}}, et toutes ses autres connexions ont pris fin.',
  'mail.wasItYou':
    'Si ce n’était pas vous, choisissez un nouveau mot de passe et prévenez un administrateur de l’organisation.',
  'mail.confirmAddress.subject': 'Confirmez votre nouvelle adresse pour {{realm}}',
  'mail.confirmAddress.body':
    'Le compte de {{name}} dans {{realm}} doit avoir l’adresse {{email}} au lieu de {{oldEmail}}. Confirmez qu’elle est à vous.',
  'mail.confirmAddress.button': 'Confirmer l’adresse',
  'mail.confirmAddress.ignore':
    'Si vous n’en savez rien, ignorez ce message : sans votre confirmation, rien ne change.',
  'mail.addressAsked.subject': 'Une nouvelle adresse pour votre compte dans {{realm}}',
  'mail.addressAsked.body':
    'Votre compte dans {{realm}} doit avoir l’adresse {{email}} au lieu de {{oldEmail}}. Cela se fera dès que la nouvelle adresse sera confirmée.',
  'mail.addressChanged.subject': 'Votre compte dans {{realm}} a une autre adresse',
  'mail.addressChanged.body':
    'Votre compte dans {{realm}} a désormais l’adresse {{email}} au lieu de {{oldEmail}} : vous vous connectez avec elle, et les messages y sont envoyés.',
  'mail.deactivated.subject': 'Votre compte dans {{realm}} a été désactivé',
  'mail.deactivated.body':
    'Votre compte {{email}} dans {{realm}} a été désactivé. Vous ne pouvez plus vous y connecter.',
  'mail.deactivated.comment': 'Les administrateurs de l’organisation ajoutent :',
  'mail.accountMade.subject': 'Votre compte dans {{realm}}',
  'mail.accountMade.body':
    'Un compte a été créé pour vous dans {{realm}}. Vous vous connectez avec {{email}} et un mot de passe que vous choisissez maintenant.',
  'mail.accountMade.button': 'Choisir un mot de passe',
  'mail.accountMade.later':
    'Si le lien a expiré, « Mot de passe oublié ? » à la connexion vous en envoie un autre.',
  'mail.newLogin.subject': 'Nouvelle connexion à {{realm}} : {{device}}',
  'mail.newLogin.body': 'Quelqu’un s’est connecté à votre compte {{email}} dans {{realm}} :',
  'mail.newLogin.facts': '{{time}}\n{{device}}\nAdresse internet {{address}}',
  'mail.newLogin.fine': 'Si c’était vous, vous n’avez rien à faire.',
  'mail.newLogin.stop': 'Ne plus recevoir de messages sur les connexions : {{link}}',
  'mail.newLogin.off':
    'Vous pouvez désactiver ces messages dans vos paramètres, sous notifications.',
  'mail.newApiKey.subject': 'Nouvelle clé d’API dans {{realm}} : {{key}}',
  'mail.newApiKey.body':
    'Quelqu’un a créé la clé d’API « {{key}} » avec votre compte {{email}} dans {{realm}} :',
  'mail.invitation.subject': '{{inviter}} vous invite à rejoindre {{realm}}',
  'mail.invitation.body':
    '{{inviter}} vous invite à rejoindre {{realm}}, où l’on discute par canaux et par sujets.',
  'mail.invitation.button': 'Accepter l’invitation',
  'mail.invitation.once': 'Le lien fonctionne une seule fois.',
  'mail.invitation.ignore': 'Si vous ne voulez pas la rejoindre, vous n’avez rien à faire.',
  'mail.invitationReminder.subject': 'Votre invitation à rejoindre {{realm}} expire bientôt',
  'mail.invitationReminder.body':
    '{{inviter}} vous invite à rejoindre {{realm}}. L’invitation expire bientôt.',
  'mail.signUp.subject': 'Terminez votre compte dans {{realm}}',
  'mail.signUp.body':
    'Quelqu’un, sans doute vous, veut rejoindre {{realm}} avec l’adresse {{email}}. La suite est ici :',
  'mail.signUp.button': 'Créer le compte',
  'mail.signUp.ignore': 'Si ce n’était pas vous, vous n’avez rien à faire.',
  'mail.signUpKnown.subject': 'Vous avez un compte dans {{realm}}',
  'mail.signUpKnown.body':
    'Quelqu’un, sans doute vous, voulait rejoindre {{realm}} avec l’adresse {{email}}. Vous avez déjà un compte avec elle et pouvez vous connecter. Si vous avez oublié le mot de passe, vous pouvez en choisir un autre à la connexion.',
  'mail.signUpKnown.button': 'Se connecter',
  'mail.signUpDeactivated.subject': 'Votre compte dans {{realm}} est désactivé',
  'mail.signUpDeactivated.body':
    'Quelqu’un, sans doute vous, voulait rejoindre {{realm}} avec l’adresse {{email}}. Votre compte avec elle est désactivé. Un administrateur de l’organisation peut le réactiver.',
  'mail.registered.subject': 'Bienvenue dans {{realm}}',
  'mail.registered.body':
    'Vous avez maintenant un compte dans {{realm}}. Vous vous connectez avec l’adresse {{email}} et le mot de passe que vous avez choisi.',
  'mail.registered.button': 'Ouvrir {{realm}}',
  'mail.registered.keep': 'Gardez ce message pour retrouver le chemin.',
  'mail.test.subject': 'Test du courrier de {{realm}}',
  'mail.test.body': 'Le serveur de {{realm}} peut envoyer du courrier.',

  'move.topicHere': 'Ce sujet a été déplacé ici depuis {{place}} par {{who}}.',
  'move.messagesHere_one': 'Un message a été déplacé ici depuis {{place}} par {{who}}.',
  'move.messagesHere_many': '{{count}} messages ont été déplacés ici depuis {{place}} par {{who}}.',
  'move.messagesHere_other':
    '{{count}} messages ont été déplacés ici depuis {{place}} par {{who}}.',
  'move.topicAway': 'Ce sujet a été déplacé vers {{place}} par {{who}}.',
  'move.messagesAway_one': 'Un message de ce sujet a été déplacé vers {{place}} par {{who}}.',
  'move.messagesAway_many':
    '{{count}} messages de ce sujet ont été déplacés vers {{place}} par {{who}}.',
  'move.messagesAway_other':
    '{{count}} messages de ce sujet ont été déplacés vers {{place}} par {{who}}.',
  'move.fromPrivateStream': 'un canal privé',
  'move.toPrivateStream': 'un canal privé',

  'reminder.ofMessage': 'Vous avez demandé un rappel pour {{place}}.',
  'reminder.ofPrivateMessage': 'Vous avez demandé un rappel pour le message direct suivant.',
  'reminder.ofGone': 'Vous avez demandé un rappel pour un message que vous ne pouvez plus lire.',
  'reminder.note': '{{what}} Note :\n{{note}}',
  'reminder.said': '{{what}}\n\n{{who}} [a écrit]({{link}}) :\n{{content}}',
  'scheduled.failed':
    'Le message que vous aviez prévu pour {{time}} n’a pas été envoyé, à cause de cette erreur :\n\n{{error}}\n\n[Voir les messages prévus](#scheduled)',
  'scheduled.givenUp': 'Le serveur a rencontré une erreur. Planifiez le message à nouveau.',

  'resolve.resolved': '{{who}} a marqué ce sujet comme résolu.',
  'resolve.unresolved': '{{who}} a marqué ce sujet comme non résolu.',

  'service.mentioned':
    'Un message de {{who}} dans {{stream}} à votre bot {{bot}} a déclenché un webhook sortant.\n{{outcome}}',
  'service.writtenTo':
    'Un message direct de {{who}} à votre bot {{bot}} a déclenché un webhook sortant.\n{{outcome}}',
  'service.status': 'Le webhook a reçu une réponse avec le code d’état *{{status}}*.',
  'service.notJson': 'Le webhook a reçu une réponse qui n’est pas un objet JSON.',
  'service.late': 'Le webhook n’a pas répondu à temps.',
  'service.unreachable': 'Le webhook n’a pas pu être joint.',
  'service.unreachableFor': 'Le webhook n’a pas pu être joint ({{code}}).',
  'service.failed': 'Le webhook a échoué : {{error}}.',
  'service.lost': 'Le serveur a rencontré une erreur pendant l’appel et ne le répète pas.',
  'service.unsendable': 'Le webhook a répondu, mais sa réponse n’a pas pu être envoyée : {{error}}',

  'stream.topicOfChanges': 'événements du canal',
  'stream.renamed': '{{who}} a renommé le canal {{before}} en {{after}}.',
  'stream.described':
    '{{who}} a changé la description de ce canal.\n\n* **Ancienne description :**\n{{before}}\n* **Nouvelle description :**\n{{after}}',
  'stream.noDescription': '*Pas de description.*',
  'stream.accessChanged': '{{who}} a changé l’accès à ce canal de **{{before}}** à **{{after}}**.',
  'stream.public': 'Public',
  'stream.sharedHistory': 'Privé, historique partagé',
  'stream.protectedHistory': 'Privé, historique protégé',
  'stream.postingChanged':
    '{{who}} a changé qui peut écrire dans ce canal :\n\n* **Avant** : {{before}}\n* **Maintenant** : {{after}}',
  'stream.administratorsPost': 'Administrateurs',
  'stream.everyonePosts': 'Tout le monde',
  'stream.archived': 'Le canal {{stream}} a été archivé.',
  'stream.unarchived': 'Le canal {{stream}} n’est plus archivé.',
  'stream.topicsPolicyChanged':
    '{{who}} a modifié la règle des sujets de ce canal :\n\n* **Ancienne règle** : {{before}}\n* **Nouvelle règle** : {{after}}',
  'stream.emptyTopicAllowed': 'Les messages peuvent être sans sujet',
  'stream.emptyTopicDisabled': 'Chaque message a un sujet',
  'stream.emptyTopicOnly': 'Pas de sujets',
  'stream.retentionChanged':
    '{{who}} a changé la durée de conservation des messages de ce canal :\n\n* **Avant** : {{before}}\n* **Maintenant** : {{after}}',
  'stream.retainedAsOrganization': 'Comme dans l’organisation',
  'stream.retainedForever': 'Pour toujours',
  'stream.retainedDays_one': '{{count}} jour',
  'stream.retainedDays_many': '{{count}} jours',
  'stream.retainedDays_other': '{{count}} jours',
  'stream.nobodyPosts': 'Personne',
  'stream.ownersPost': 'Propriétaires',
  'stream.moderatorsPost': 'Modérateurs',
  'stream.fullMembersPost': 'Membres à part entière',
  'stream.membersPost': 'Membres',
  'stream.chosenPost': 'Personnes et groupes choisis',
  'stream.greetingTopic': 'bonjour',
  'stream.greeting': 'Bienvenue dans {{stream}}.',
  'stream.greetingDescribed': 'Bienvenue dans {{stream}}.\n\n**Description** : {{description}}',
  'stream.topicOfCreations': 'Canaux',
  'stream.created': '{{who}} vient de créer un nouveau canal : {{stream}}.',
  'stream.severalCreated': '{{who}} vient de créer les canaux suivants : {{streams}}',

  'mailIn.event.invitation': 'Invitation : {{summary}}',
  'mailIn.event.canceled': 'Annulé : {{summary}}',
  'mailIn.event.accepted': 'Accepté : {{summary}}',
  'mailIn.event.declined': 'Refusé : {{summary}}',
  'mailIn.event.tentative': 'Accepté provisoirement : {{summary}}',
  'mailIn.event.untitled': 'un événement sans titre',
  'mailIn.event.when': 'Quand : {{when}}',
  'mailIn.event.repeats': 'L’événement se répète.',
  'mailIn.event.where': 'Où : {{where}}',
  'mailIn.event.organizer': 'Organisateur : {{person}}',
  'mailIn.event.by': 'De : {{person}}',
  'mailIn.noSubject': 'E-mail sans objet',
  'mailIn.givenUp':
    'Un e-mail adressé à vous ou à l’une de vos adresses de canal n’a pas pu être traité et n’a pas été publié. Le journal du serveur en donne la raison à qui le gère.',
  'mailIn.replyRefused': 'Votre réponse par e-mail n’a pas pu être envoyée :\n\n{{error}}',

  'subscribed.one': 'Bonjour ! {{who}} vient de vous abonner au canal {{stream}}.',
  'subscribed.several':
    'Bonjour ! {{who}} vient de vous abonner aux canaux suivants :\n\n{{streams}}',

  'invitations.accepted': '{{who}} a accepté votre invitation à rejoindre {{realm}} !',
  'signups.topic': 'arrivées',
  'signups.joined': '{{who}} a rejoint cette organisation.',
  'report.topic': 'Signalements de {{name}}',
  'report.ofStream': '{{reporter}} a signalé [un message]({{url}}) de {{sender}} dans {{topic}}.',
  'report.ofPrivate': '{{reporter}} a signalé un message direct de {{sender}}.',
  'report.reason': '* Motif : **{{reason}}**',
  'report.notes': '* Remarques :',
  'report.original': 'Message de {{sender}}',
  'report.spam': 'Spam',
  'report.harassment': 'Harcèlement',
  'report.inappropriate': 'Contenu déplacé',
  'report.norms': 'Contraire aux règles de la communauté',
  'report.other': 'Autre motif',

  'account.deleted': 'Utilisateur supprimé',

  'welcome.general': 'Pour tout ce qui n’a pas de canal à lui',
  'welcome.announce': 'Nouveaux canaux et autres nouvelles de cette organisation',
  'welcome.topic': 'salutations',
  'welcome.toStream':
    'Bienvenue chez {{realm}} !\n\nCeci est le canal {{stream}}, et le sujet de ce message est *{{topic}}*. Répondez ici, ou commencez votre propre sujet.',
  'welcome.toOwner':
    'Bonjour, et bienvenue chez {{realm}} ! Je suis le Welcome Bot. Cette organisation est à vous : ajoutez des gens, créez des canaux pour eux, et laissez des programmes écrire par des bots.',
  'welcome.toNewcomer':
    'Bonjour, et bienvenue chez {{realm}} ! Je suis le Welcome Bot.\n\nIci, les messages sont envoyés à des canaux, et chaque message a un sujet : choisissez un canal, nommez un sujet et dites bonjour. Un message à une ou plusieurs personnes, comme celui-ci, n’est vu par personne d’autre.',
}
