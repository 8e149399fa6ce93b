/** Invented email signatures, continued. */
import type { Signature } from './signatures.ts'

export const moreSignatures: Signature[] = [
  {
    from: 'Arabic',
    text: `مع خالص التحية
ليلى حداد
مدير التسويق
شركة الأفق
هاتف: +971 4 555 0123
جوال: +971 50 555 0123
layla.haddad@alofoq.example`,
    fields: {
      name: ['ليلى حداد'],
      title: ['مدير التسويق'],
      company: ['شركة الأفق'],
      phone: ['+971 4 555 0123'],
      morePhones: ['+971 50 555 0123'],
      email: ['layla.haddad@alofoq.example'],
    },
  },
  {
    from: 'Hebrew',
    text: `בברכה,
נועה לוי
מהנדסת תוכנה
נייד: 052-555-0123
noa.levi@gmail.com`,
    fields: {
      name: ['נועה לוי'],
      title: ['מהנדסת תוכנה'],
      phone: ['052-555-0123'],
      email: ['noa.levi@gmail.com'],
    },
  },
  {
    from: 'Sweden',
    text: `Med vänliga hälsningar

Åsa Lindström
Projektledare

Nordljus Konsult AB
Storgatan 12
111 51 Stockholm
Tel: 08-555 012 34
Mobil: 070-555 01 23
asa.lindstrom@nordljus.example`,
    fields: {
      name: ['Åsa Lindström'],
      title: ['Projektledare'],
      company: ['Nordljus Konsult AB'],
      address: ['Storgatan 12\n111 51 Stockholm'],
      phone: ['08-555 012 34'],
      morePhones: ['070-555 01 23'],
      email: ['asa.lindstrom@nordljus.example'],
    },
  },
  {
    from: 'Poland',
    text: `Z poważaniem,
Katarzyna Wiśniewska
Kierownik Działu Obsługi Klienta
Zielony Dom Sp. z o.o.
ul. Długa 15, 00-238 Warszawa
tel. 22 555 01 23
kom. 600 555 012
k.wisniewska@zielonydom.example
NIP 1234567890, REGON 123456789`,
    fields: {
      name: ['Katarzyna Wiśniewska'],
      title: ['Kierownik Działu Obsługi Klienta'],
      company: ['Zielony Dom Sp. z o.o.'],
      address: ['ul. Długa 15, 00-238 Warszawa'],
      phone: ['22 555 01 23'],
      morePhones: ['600 555 012'],
      email: ['k.wisniewska@zielonydom.example'],
    },
  },
  {
    from: 'Brazil',
    text: `Atenciosamente,

Rafael Carvalho
Gerente de Vendas
Horizonte Alimentos Ltda
Rua das Flores, 120 - São Paulo - 01310-100
Tel: (11) 5555-0123
Cel: (11) 95555-0123
rafael.carvalho@horizonte.example
CNPJ 12.345.678/0001-90`,
    fields: {
      name: ['Rafael Carvalho'],
      title: ['Gerente de Vendas'],
      company: ['Horizonte Alimentos Ltda'],
      address: ['Rua das Flores, 120 - São Paulo - 01310-100'],
      phone: ['(11) 5555-0123'],
      morePhones: ['(11) 95555-0123'],
      email: ['rafael.carvalho@horizonte.example'],
    },
  },
  {
    from: 'Australia, one line',
    text: 'Liam Nguyen | Principal Architect | Harbourline Studio Pty Ltd | 0412 555 012 | liam@harbourline.example',
    fields: {
      name: ['Liam Nguyen'],
      title: ['Principal Architect'],
      company: ['Harbourline Studio Pty Ltd'],
      phone: ['0412 555 012'],
      email: ['liam@harbourline.example'],
    },
  },
  {
    from: 'India',
    text: `Thanks & Regards,
Priya Raghunathan
Deputy General Manager
Suryodaya Textiles Pvt. Ltd.
45 MG Road, Bengaluru 560001
Mob: +91 98450 55501
Email: priya.r@suryodaya.example`,
    fields: {
      name: ['Priya Raghunathan'],
      title: ['Deputy General Manager'],
      company: ['Suryodaya Textiles Pvt. Ltd.'],
      address: ['45 MG Road, Bengaluru 560001'],
      phone: ['+91 98450 55501'],
      email: ['priya.r@suryodaya.example'],
    },
  },
  {
    from: 'icons instead of labels',
    text: `Noah Bergström
Founder @ Papertrail
📞 +46 8 555 012 34
📱 +46 70 555 01 23
✉️ noah@papertrail.example
🌐 papertrail.example
📍 Götgatan 5, 116 46 Stockholm`,
    fields: {
      name: ['Noah Bergström'],
      title: ['Founder'],
      company: ['Papertrail'],
      phone: ['+46 8 555 012 34'],
      morePhones: ['+46 70 555 01 23'],
      email: ['noah@papertrail.example'],
      website: ['papertrail.example'],
      address: ['Götgatan 5, 116 46 Stockholm'],
    },
  },
  {
    from: 'social links and handles',
    text: `Zuri Abara
Illustrator
zuri@zuriabara.example
Instagram: @zuridraws
Twitter: @zuridraws
https://www.behance.net/zuriabara
https://calendly.com/zuri/30min
zuriabara.example`,
    fields: {
      name: ['Zuri Abara'],
      title: ['Illustrator'],
      email: ['zuri@zuriabara.example'],
      website: ['zuriabara.example'],
      social: [
        'https://www.instagram.com/zuridraws',
        'https://x.com/zuridraws',
        'https://www.behance.net/zuriabara',
      ],
    },
  },
  {
    from: 'whole mail above the signature',
    text: `Hi Tom,

Can we move the call to Thursday at 10:30? The invoice 4711-2026 is attached, total 12 450.00 EUR.
Please call Anna Keller on +41 44 555 99 99 if anything is unclear.

Freundliche Grüsse
Beat Zürcher
Projektleiter
Alpwerk AG
Bahnhofstrasse 3, 8001 Zürich
+41 44 555 01 23
beat.zuercher@alpwerk.example`,
    fields: {
      name: ['Beat Zürcher'],
      title: ['Projektleiter'],
      company: ['Alpwerk AG'],
      address: ['Bahnhofstrasse 3, 8001 Zürich'],
      phone: ['+41 44 555 01 23'],
      email: ['beat.zuercher@alpwerk.example'],
    },
  },
  {
    from: 'university, two jobs in one line',
    text: `Prof. Dr. Ingrid Halvorsen
Professor of Marine Biology, University of Bergen
Department of Biological Sciences
P.O. Box 7803, 5020 Bergen, Norway
Phone: +47 55 55 01 23
ingrid.halvorsen@uib.example`,
    fields: {
      name: ['Prof. Dr. Ingrid Halvorsen'],
      title: ['Professor of Marine Biology'],
      company: ['University of Bergen'],
      department: ['Department of Biological Sciences'],
      address: ['P.O. Box 7803, 5020 Bergen, Norway'],
      phone: ['+47 55 55 01 23'],
      email: ['ingrid.halvorsen@uib.example'],
    },
  },
  {
    from: 'team mailbox',
    text: `Olive & Thyme Kitchen
Bookings: +44 20 7946 0123
hello@oliveandthyme.example
oliveandthyme.example
@oliveandthyme`,
    fields: {
      company: ['Olive & Thyme Kitchen'],
      phone: ['+44 20 7946 0123'],
      email: ['hello@oliveandthyme.example'],
      website: ['oliveandthyme.example'],
    },
  },
  {
    from: 'capital letters',
    text: `JAMES O'CONNOR
REGIONAL SALES DIRECTOR
GREENFIELD MACHINERY LIMITED
UNIT 4, MILL ROAD, CORK
T: 021 555 0123 M: 087 555 0123
JAMES.OCONNOR@GREENFIELD.EXAMPLE`,
    fields: {
      name: ["JAMES O'CONNOR"],
      title: ['REGIONAL SALES DIRECTOR'],
      company: ['GREENFIELD MACHINERY LIMITED'],
      address: ['UNIT 4, MILL ROAD, CORK'],
      phone: ['021 555 0123'],
      morePhones: ['087 555 0123'],
      email: ['JAMES.OCONNOR@GREENFIELD.EXAMPLE'],
    },
  },
]
