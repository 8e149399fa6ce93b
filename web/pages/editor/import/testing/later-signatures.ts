/** Invented email signatures, written when the rules were finished. */
import type { Signature } from './signatures.ts'

export const laterSignatures: Signature[] = [
  {
    from: 'United States, labels after the numbers',
    text: `--
Robert "Bob" Hanley
VP, Business Development
Meridian Freight Solutions
(312) 555-0147 office
(312) 555-0148 mobile
bob.hanley@meridianfreight.example
LinkedIn | Twitter | Facebook`,
    fields: {
      name: ['Robert "Bob" Hanley'],
      title: ['VP, Business Development'],
      company: ['Meridian Freight Solutions'],
      phone: ['(312) 555-0147'],
      morePhones: ['(312) 555-0148'],
      email: ['bob.hanley@meridianfreight.example'],
    },
  },
  {
    from: 'Germany, shop with opening hours',
    text: `Viele Grüße
Sabine Köhler
-- 
Buchhandlung Köhler e. K.
Inh. Sabine Köhler
Marktplatz 4
97070 Würzburg
0931 5550123
kontakt@buch-koehler.example
Öffnungszeiten: Mo-Fr 9-18 Uhr, Sa 9-14 Uhr
Steuernummer 257/123/45678`,
    fields: {
      name: ['Sabine Köhler'],
      company: ['Buchhandlung Köhler e. K.'],
      address: ['Marktplatz 4\n97070 Würzburg'],
      phone: ['0931 5550123'],
      email: ['kontakt@buch-koehler.example'],
    },
  },
  {
    from: 'France, freelance',
    text: `Chloé Martin
Consultante RH indépendante
06.55.50.12.34
chloe@martin-rh.example
SIRET 123 456 789 00012`,
    fields: {
      name: ['Chloé Martin'],
      title: ['Consultante RH indépendante'],
      phone: ['06.55.50.12.34'],
      email: ['chloe@martin-rh.example'],
    },
  },
  {
    from: 'United States, address in cells',
    text: `Regards,
Wei Zhang
Staff Engineer | Platform
Orbital Dynamics Corp. | 500 Mission Ave | San Rafael, CA 94901
wzhang@orbitaldyn.example`,
    fields: {
      name: ['Wei Zhang'],
      title: ['Staff Engineer'],
      company: ['Orbital Dynamics Corp.'],
      address: ['500 Mission Ave\nSan Rafael, CA 94901'],
      email: ['wzhang@orbitaldyn.example'],
    },
  },
  {
    from: 'United Kingdom, hospital with a secretary',
    text: `Dr Amina Yusuf MBBS FRCP
Consultant Cardiologist
St Brigid's Hospital
Secretary: Joan Mills, 0161 496 0123
amina.yusuf@stbrigids.example`,
    fields: {
      name: ['Dr Amina Yusuf MBBS FRCP'],
      title: ['Consultant Cardiologist'],
      company: ["St Brigid's Hospital"],
      email: ['amina.yusuf@stbrigids.example'],
    },
  },
  {
    from: 'Finland, first name above one line',
    text: `Cheers
Jonas
Jonas Eklund | Nimbus Oy | +358 40 555 0123 | jonas.eklund@nimbus.example | Mannerheimintie 12 B, 00100 Helsinki`,
    fields: {
      name: ['Jonas Eklund'],
      company: ['Nimbus Oy'],
      phone: ['+358 40 555 0123'],
      email: ['jonas.eklund@nimbus.example'],
      address: ['Mannerheimintie 12 B, 00100 Helsinki'],
    },
  },
  {
    from: 'quoted mail above',
    text: `On Tue, 3 Nov 2026 at 14:05, Paul Reed <paul.reed@client.example> wrote:
> Could you send me the offer?
> Paul

Thanks,
Marta Silva
Account Manager
Lusitania Travel
+351 21 555 0123
marta.silva@lusitania.example`,
    fields: {
      name: ['Marta Silva'],
      title: ['Account Manager'],
      company: ['Lusitania Travel'],
      phone: ['+351 21 555 0123'],
      email: ['marta.silva@lusitania.example'],
    },
  },
  {
    from: 'credentials and an emergency note',
    text: `Hannah Weiss, LCSW
Therapist in private practice
Not available by phone on Fridays. Emergency? Call 988 or 911.
617-555-0166
hannahweisslcsw@gmail.com
My books: https://www.bookshop.example/hannah-weiss`,
    fields: {
      name: ['Hannah Weiss, LCSW'],
      title: ['Therapist in private practice'],
      phone: ['617-555-0166'],
      email: ['hannahweisslcsw@gmail.com'],
    },
  },
  {
    from: 'Japan, name in two scripts',
    text: `鈴木 一郎 / Ichiro Suzuki
営業部 課長
富士テック株式会社
〒530-0001 大阪市北区梅田2-5-10
Tel 06-5550-1234 / Fax 06-5550-1235
i.suzuki@fujitech.example`,
    fields: {
      name: ['鈴木 一郎 / Ichiro Suzuki'],
      title: ['営業部 課長'],
      company: ['富士テック株式会社'],
      address: ['〒530-0001 大阪市北区梅田2-5-10'],
      phone: ['06-5550-1234'],
      morePhones: ['06-5550-1235'],
      email: ['i.suzuki@fujitech.example'],
    },
  },
  {
    from: 'Romania, team first',
    text: `Team Lead Customer Care
Ana Popescu
Carpatia Telecom SRL
Str. Victoriei 10, București
Tel: 021 555 0123
ana.popescu@carpatia.example
Rezervări: https://carpatia.example/rezervari`,
    fields: {
      name: ['Ana Popescu'],
      title: ['Team Lead Customer Care'],
      company: ['Carpatia Telecom SRL'],
      address: ['Str. Victoriei 10, București'],
      phone: ['021 555 0123'],
      email: ['ana.popescu@carpatia.example'],
      website: ['https://carpatia.example/rezervari'],
    },
  },
  {
    from: 'Ghana, handle and WhatsApp',
    text: `Best,
Sam

Samuel Osei-Bonsu
He/Him
Program Director
Accra Film Lab
@accrafilmlab
+233 24 555 0123 (WhatsApp)
samuel@accrafilmlab.example`,
    fields: {
      name: ['Samuel Osei-Bonsu'],
      pronouns: ['he/him'],
      title: ['Program Director'],
      company: ['Accra Film Lab'],
      phone: ['+233 24 555 0123'],
      email: ['samuel@accrafilmlab.example'],
    },
  },
  {
    from: 'no signature at all',
    text: `Dear all, the meeting moved to room 204 at 15:00 on 12.03.2026. Order 1234567890 was shipped.
Bring the budget (45 000 000).`,
    fields: {},
  },
]
