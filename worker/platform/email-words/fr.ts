/** French. */
import type { EmailWords } from './en.ts'

export const words: EmailWords = {
  hello: 'Bonjour,',
  reset: {
    subject: 'Définissez un nouveau mot de passe {product}',
    text: [
      'Quelqu’un a demandé un nouveau mot de passe pour le compte {product} "{username}".',
      'Ouvrez ce lien dans l’heure pour en définir un. Il ne fonctionne qu’une fois :\n{link}',
      'Si ce n’était pas vous, ignorez cet e-mail. Rien n’a changé.',
    ],
  },
  verification: {
    subject: 'Confirmez votre adresse e-mail pour {product}',
    text: [
      'Quelqu’un a saisi cette adresse e-mail pour son compte {product}. Si c’était vous, confirmez l’adresse.',
      'Ouvrez ce lien dans les 72 heures :\n{link}',
      'Si ce n’était pas vous, ignorez cet e-mail. Nous n’envoyons rien d’autre à une adresse non confirmée.',
    ],
  },
  passwordChanged: {
    subject: 'Votre mot de passe {product} a été modifié',
    changed:
      'Le mot de passe du compte {product} "{username}" a été modifié et tous les autres appareils ont été déconnectés.',
    passkeys:
      'Vos clés d’accès, si vous en avez, fonctionnent toujours. Supprimez celles que vous ne reconnaissez pas :\n{passkeysAt}',
    notYou:
      'Si ce n’était pas vous, demandez dès maintenant un lien de réinitialisation sur la page de connexion ou contactez {support}.',
  },
  emailChanged: {
    subject: 'L’adresse e-mail de votre compte {product} a été modifiée',
    text: [
      'Le compte {product} "{username}" a maintenant une autre adresse e-mail. Les liens de réinitialisation n’arrivent plus ici.',
      'Si ce n’était pas vous, ouvrez ce lien dans les 72 heures. Il rétablit cette adresse et déconnecte tous les appareils :\n{link}',
      'Ensuite, ou si vous avez besoin d’aide, contactez {support}.',
    ],
  },
  emailSet: {
    subject: 'L’adresse e-mail de votre compte {product} a été modifiée',
    text: [
      'Un administrateur a modifié l’adresse e-mail du compte {product} "{username}". Les liens de réinitialisation n’arrivent plus ici.',
      'Si vous ne vous y attendiez pas, contactez {support}.',
    ],
  },
  accountDeleted: {
    subject: 'Votre compte {product} a été supprimé',
    text: [
      'Le compte {product} "{username}" a été supprimé. Ses cartes ne sont plus publiques et tous les appareils ont été déconnectés.',
      'Ses données seront effacées dans 30 jours. Pour le rétablir avant, ou si ce n’était pas vous, contactez {support}.',
    ],
  },
  secondFactor: {
    on: {
      subject: 'Validation en deux étapes activée pour votre compte {product}',
      happened:
        'La validation en deux étapes du compte {product} "{username}" a été activée. La connexion demande désormais aussi un code de votre application d’authentification. Tous les autres appareils ont été déconnectés.',
    },
    off: {
      subject: 'Validation en deux étapes désactivée pour votre compte {product}',
      happened:
        'La validation en deux étapes du compte {product} "{username}" a été désactivée. La connexion ne demande plus que votre mot de passe. Tous les autres appareils ont été déconnectés.',
    },
    removed: {
      subject:
        'Validation en deux étapes désactivée par un administrateur pour votre compte {product}',
      happened:
        'La validation en deux étapes du compte {product} "{username}" a été désactivée par un administrateur. La connexion ne demande plus que votre mot de passe. Tous les appareils ont été déconnectés. Configurez-la de nouveau dans Compte > Sécurité.',
    },
    codes: {
      subject: 'Nouveaux codes de récupération pour votre compte {product}',
      happened:
        'La validation en deux étapes du compte {product} "{username}" a de nouveaux codes de récupération. Les précédents ne fonctionnent plus.',
    },
    used: {
      subject: 'Un code de récupération a été utilisé pour votre compte {product}',
      happened:
        'La validation en deux étapes du compte {product} "{username}" a été effectuée avec un code de récupération. Ce code ne fonctionne plus.',
    },
    notYou:
      'Si ce n’était pas vous, demandez dès maintenant un lien de réinitialisation sur la page de connexion et contactez {support}.',
  },
  passkey: {
    added: {
      subject: 'Une clé d’accès a été ajoutée à votre compte {product}',
      happened:
        'La clé d’accès "{name}" a été ajoutée au compte {product} "{username}". Elle permet de se connecter sans mot de passe ni code.',
    },
    removed: {
      subject: 'Une clé d’accès a été supprimée de votre compte {product}',
      happened:
        'La clé d’accès "{name}" a été supprimée du compte {product} "{username}". Elle ne permet plus de se connecter et tous les autres appareils ont été déconnectés.',
    },
    notYou:
      'Si ce n’était pas vous, demandez dès maintenant un lien de réinitialisation sur la page de connexion. Il supprime toutes les clés d’accès et déconnecte tous les appareils. Contactez ensuite {support}.',
  },
  transferOffer: {
    subject: {
      one: '"{from}" vous propose une carte sur {product}',
      other: '"{from}" vous propose {count} cartes sur {product}',
    },
    text: [
      {
        one: '"{from}" souhaite vous transmettre une carte sur {product}, avec liens, boîte de réception et statistiques.',
        other:
          '"{from}" souhaite vous transmettre {count} cartes sur {product}, avec liens, boîte de réception et statistiques.',
      },
      'Pour accepter, ouvrez ce lien dans les 7 jours et connectez-vous en tant que "{to}" :\n{link}',
      'Si vous ne le souhaitez pas, ignorez cet e-mail. Rien ne changera.',
    ],
  },
  cardsReceived: {
    subject: {
      one: 'Vous avez maintenant une carte de "{from}"',
      other: 'Vous avez maintenant {count} cartes de "{from}"',
    },
    byOwner: {
      one: '"{from}" vous a transmis une carte sur {product}, avec liens, boîte de réception et statistiques.',
      other:
        '"{from}" vous a transmis {count} cartes sur {product}, avec liens, boîte de réception et statistiques.',
    },
    byAdministrator: {
      one: 'Un administrateur vous a transmis une carte de "{from}" sur {product}, avec liens, boîte de réception et statistiques.',
      other:
        'Un administrateur vous a transmis {count} cartes de "{from}" sur {product}, avec liens, boîte de réception et statistiques.',
    },
    check: 'Vérifiez les coordonnées : ce sont encore celles de votre collègue.',
  },
  cardsTransferred: {
    subject: {
      one: 'Votre carte a été transmise à "{to}"',
      other: 'Vos {count} cartes ont été transmises à "{to}"',
    },
    byOwner: {
      one: 'Vous avez transmis votre carte sur {product} à "{to}", avec liens, boîte de réception et statistiques. Vous n’y avez plus accès.',
      other:
        'Vous avez transmis vos {count} cartes sur {product} à "{to}", avec liens, boîte de réception et statistiques. Vous n’y avez plus accès.',
    },
    byAdministrator: {
      one: 'Un administrateur a transmis votre carte sur {product} à "{to}", avec liens, boîte de réception et statistiques. Vous n’y avez plus accès.',
      other:
        'Un administrateur a transmis vos {count} cartes sur {product} à "{to}", avec liens, boîte de réception et statistiques. Vous n’y avez plus accès.',
    },
    mistake: 'Si c’était une erreur, contactez {support}.',
  },
  submission: {
    subject: '"{name}" vous a envoyé ses coordonnées',
    text: [
      'Quelqu’un a rempli le formulaire de votre carte {card} :',
      '{answers}',
      'À lire dans votre boîte de réception : {inbox}',
      'Les autres envois des 10 prochaines minutes arriveront dans votre boîte de réception sans e-mail.',
      'Désactivez ces e-mails dans votre compte : {account}',
    ],
  },
  followUps: {
    subject: { one: 'Un contact à relancer', other: '{count} contacts à relancer' },
    due: 'À relancer :',
    assigned: 'Attribués à vous :',
    links: [
      'Ouvrez votre boîte de réception : {inbox}',
      'Désactivez ces e-mails dans votre compte : {account}',
    ],
  },
  weekly: {
    subject: {
      one: 'Vos cartes la semaine dernière : 1 vue',
      other: 'Vos cartes la semaine dernière : {views} vues',
    },
    period: 'Du {from} au {until}, avec la semaine précédente entre parenthèses :',
    views: 'Vues',
    visitors: 'Visiteurs uniques',
    saves: 'Enregistrements',
    submissions: 'Envois',
    contacts: 'Nouveaux contacts dans votre boîte de réception : {contacts}',
    points: 'Points de partage les plus vus :',
    links: ['Voir tous les chiffres : {figures}', 'Ne plus recevoir ces e-mails : {stop}'],
  },
  somebody: 'Quelqu’un',
  emptyFeed: 'Les nouveaux contacts apparaissent ici.',
  fields: {
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    company: 'Entreprise',
    message: 'Message',
    question1: 'Question 1',
    question2: 'Question 2',
  },
}
