/** German. */
import type { EmailWords } from './en.ts'

export const words: EmailWords = {
  hello: 'Guten Tag,',
  reset: {
    subject: 'Neues Passwort für {product} festlegen',
    text: [
      'Für das {product}-Konto "{username}" wurde ein neues Passwort angefordert.',
      'Öffnen Sie innerhalb einer Stunde diesen Link, um eines festzulegen. Er funktioniert einmal:\n{link}',
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es wurde nichts geändert.',
    ],
  },
  verification: {
    subject: 'E-Mail-Adresse für {product} bestätigen',
    text: [
      'Jemand hat diese E-Mail-Adresse für ein {product}-Konto angegeben. Wenn Sie das waren, bestätigen Sie die Adresse.',
      'Öffnen Sie innerhalb von 72 Stunden diesen Link:\n{link}',
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. An eine unbestätigte Adresse senden wir sonst nichts.',
    ],
  },
  passwordChanged: {
    subject: 'Ihr Passwort für {product} wurde geändert',
    changed:
      'Das Passwort des {product}-Kontos "{username}" wurde geändert, und alle anderen Geräte wurden abgemeldet.',
    passkeys:
      'Ihre Passkeys, falls Sie welche haben, funktionieren weiterhin. Entfernen Sie alle, die Sie nicht kennen:\n{passkeysAt}',
    notYou:
      'Wenn Sie das nicht waren, fordern Sie jetzt auf der Anmeldeseite einen Link zum Zurücksetzen an oder wenden Sie sich an {support}.',
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse Ihres {product}-Kontos wurde geändert',
    text: [
      'Das {product}-Konto "{username}" hat jetzt eine andere E-Mail-Adresse. Links zum Zurücksetzen des Passworts kommen nicht mehr hier an.',
      'Wenn Sie das nicht waren, öffnen Sie innerhalb von 72 Stunden diesen Link. Er stellt diese Adresse wieder her und meldet alle Geräte ab:\n{link}',
      'Wenden Sie sich danach, oder wenn Sie Hilfe brauchen, an {support}.',
    ],
  },
  emailSet: {
    subject: 'Die E-Mail-Adresse Ihres {product}-Kontos wurde geändert',
    text: [
      'Ein Administrator hat die E-Mail-Adresse des {product}-Kontos "{username}" geändert. Links zum Zurücksetzen des Passworts kommen nicht mehr hier an.',
      'Wenn Sie das nicht erwartet haben, wenden Sie sich an {support}.',
    ],
  },
  accountDeleted: {
    subject: 'Ihr {product}-Konto wurde gelöscht',
    text: [
      'Das {product}-Konto "{username}" wurde gelöscht. Seine Karten sind nicht mehr öffentlich, und alle Geräte wurden abgemeldet.',
      'Seine Daten werden in 30 Tagen endgültig gelöscht. Um es vorher wiederherzustellen, oder wenn Sie das nicht waren, wenden Sie sich an {support}.',
    ],
  },
  secondFactor: {
    on: {
      subject: 'Bestätigung in zwei Schritten für Ihr {product}-Konto aktiviert',
      happened:
        'Die Bestätigung in zwei Schritten für das {product}-Konto "{username}" wurde aktiviert. Bei der Anmeldung wird jetzt zusätzlich ein Code aus Ihrer Authenticator-App verlangt. Alle anderen Geräte wurden abgemeldet.',
    },
    off: {
      subject: 'Bestätigung in zwei Schritten für Ihr {product}-Konto deaktiviert',
      happened:
        'Die Bestätigung in zwei Schritten für das {product}-Konto "{username}" wurde deaktiviert. Bei der Anmeldung wird jetzt nur noch Ihr Passwort verlangt. Alle anderen Geräte wurden abgemeldet.',
    },
    removed: {
      subject:
        'Bestätigung in zwei Schritten für Ihr {product}-Konto von einem Administrator deaktiviert',
      happened:
        'Die Bestätigung in zwei Schritten für das {product}-Konto "{username}" wurde von einem Administrator deaktiviert. Bei der Anmeldung wird jetzt nur noch Ihr Passwort verlangt. Alle Geräte wurden abgemeldet. Richten Sie sie unter Konto > Sicherheit wieder ein.',
    },
    codes: {
      subject: 'Neue Wiederherstellungscodes für Ihr {product}-Konto',
      happened:
        'Für die Bestätigung in zwei Schritten des {product}-Kontos "{username}" gibt es neue Wiederherstellungscodes. Die bisherigen funktionieren nicht mehr.',
    },
    used: {
      subject: 'Anmeldung an Ihrem {product}-Konto mit Wiederherstellungscode bestätigt',
      happened:
        'Die Bestätigung in zwei Schritten für das {product}-Konto "{username}" wurde mit einem Wiederherstellungscode abgeschlossen. Dieser Code funktioniert nicht mehr.',
    },
    notYou:
      'Wenn Sie das nicht waren, fordern Sie jetzt auf der Anmeldeseite einen Link zum Zurücksetzen an und wenden Sie sich an {support}.',
  },
  passkey: {
    added: {
      subject: 'Ihrem {product}-Konto wurde ein Passkey hinzugefügt',
      happened:
        'Der Passkey "{name}" wurde dem {product}-Konto "{username}" hinzugefügt. Mit ihm ist die Anmeldung ohne Passwort und Code möglich.',
    },
    removed: {
      subject: 'Aus Ihrem {product}-Konto wurde ein Passkey entfernt',
      happened:
        'Der Passkey "{name}" wurde aus dem {product}-Konto "{username}" entfernt. Mit ihm ist keine Anmeldung mehr möglich, und alle anderen Geräte wurden abgemeldet.',
    },
    notYou:
      'Wenn Sie das nicht waren, fordern Sie jetzt auf der Anmeldeseite einen Link zum Zurücksetzen an. Er entfernt alle Passkeys und meldet alle Geräte ab. Wenden Sie sich dann an {support}.',
  },
  transferOffer: {
    subject: {
      one: '"{from}" bietet Ihnen eine Karte auf {product} an',
      other: '"{from}" bietet Ihnen {count} Karten auf {product} an',
    },
    text: [
      {
        one: '"{from}" möchte Ihnen eine Karte auf {product} übergeben, mit Links, Posteingang und Statistik.',
        other:
          '"{from}" möchte Ihnen {count} Karten auf {product} übergeben, mit Links, Posteingang und Statistik.',
      },
      'Um anzunehmen, öffnen Sie innerhalb von 7 Tagen diesen Link und melden Sie sich als "{to}" an:\n{link}',
      'Wenn Sie das nicht möchten, ignorieren Sie diese E-Mail. Es ändert sich nichts.',
    ],
  },
  cardsReceived: {
    subject: {
      one: 'Sie haben jetzt eine Karte von "{from}"',
      other: 'Sie haben jetzt {count} Karten von "{from}"',
    },
    byOwner: {
      one: '"{from}" hat Ihnen eine Karte auf {product} übergeben, mit Links, Posteingang und Statistik.',
      other:
        '"{from}" hat Ihnen {count} Karten auf {product} übergeben, mit Links, Posteingang und Statistik.',
    },
    byAdministrator: {
      one: 'Ein Administrator hat Ihnen eine Karte von "{from}" auf {product} übergeben, mit Links, Posteingang und Statistik.',
      other:
        'Ein Administrator hat Ihnen {count} Karten von "{from}" auf {product} übergeben, mit Links, Posteingang und Statistik.',
    },
    check: 'Prüfen Sie die Kontaktdaten: Es sind noch die der bisherigen Person.',
  },
  cardsTransferred: {
    subject: {
      one: 'Ihre Karte wurde an "{to}" übergeben',
      other: 'Ihre {count} Karten wurden an "{to}" übergeben',
    },
    byOwner: {
      one: 'Sie haben Ihre Karte auf {product} an "{to}" übergeben, mit Links, Posteingang und Statistik. Sie haben keinen Zugriff mehr.',
      other:
        'Sie haben Ihre {count} Karten auf {product} an "{to}" übergeben, mit Links, Posteingang und Statistik. Sie haben keinen Zugriff mehr.',
    },
    byAdministrator: {
      one: 'Ein Administrator hat Ihre Karte auf {product} an "{to}" übergeben, mit Links, Posteingang und Statistik. Sie haben keinen Zugriff mehr.',
      other:
        'Ein Administrator hat Ihre {count} Karten auf {product} an "{to}" übergeben, mit Links, Posteingang und Statistik. Sie haben keinen Zugriff mehr.',
    },
    mistake: 'Wenn das ein Versehen war, wenden Sie sich an {support}.',
  },
  submission: {
    subject: '"{name}" hat Ihnen Kontaktdaten gesendet',
    text: [
      'Jemand hat das Formular auf Ihrer Karte {card} ausgefüllt:',
      '{answers}',
      'In Ihrem Posteingang lesen: {inbox}',
      'Was in den nächsten 10 Minuten noch gesendet wird, kommt ohne E-Mail in Ihren Posteingang.',
      'Diese E-Mails in Ihrem Konto abschalten: {account}',
    ],
  },
  followUps: {
    subject: { one: 'Bei einem Kontakt nachfassen', other: 'Bei {count} Kontakten nachfassen' },
    due: 'Fällig:',
    assigned: 'Ihnen zugewiesen:',
    links: ['Posteingang öffnen: {inbox}', 'Diese E-Mails in Ihrem Konto abschalten: {account}'],
  },
  weekly: {
    subject: {
      one: 'Ihre Karten in der letzten Woche: 1 Aufruf',
      other: 'Ihre Karten in der letzten Woche: {views} Aufrufe',
    },
    period: '{from} bis {until}, in Klammern die Woche davor:',
    views: 'Aufrufe',
    visitors: 'Eindeutige Besucher',
    saves: 'Gespeichert',
    submissions: 'Einsendungen',
    contacts: 'Neue Kontakte im Posteingang: {contacts}',
    points: 'Kontaktpunkte mit den meisten Aufrufen:',
    links: ['Alle Zahlen ansehen: {figures}', 'Diese E-Mails abbestellen: {stop}'],
  },
  somebody: 'Jemand',
  emptyFeed: 'Neue Kontakte erscheinen hier.',
  fields: {
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Firma',
    message: 'Nachricht',
    question1: 'Frage 1',
    question2: 'Frage 2',
  },
}
