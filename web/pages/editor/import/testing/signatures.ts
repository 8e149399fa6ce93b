/** Invented email signatures as people paste them, with the fields that belong to them. */
import type { Target } from '../contact.ts'

export type Signature = { from: string; text: string; fields: Partial<Record<Target, string[]>> }

export const signatures: Signature[] = [
  {
    from: 'Gmail, plain',
    text: `--
Maya Thornton
Senior Product Manager, Northwind Traders
maya.thornton@northwind.example | +1 (415) 555-0134
www.northwind.example`,
    fields: {
      name: ['Maya Thornton'],
      title: ['Senior Product Manager'],
      company: ['Northwind Traders'],
      email: ['maya.thornton@northwind.example'],
      phone: ['+1 (415) 555-0134'],
      website: ['www.northwind.example'],
    },
  },
  {
    from: 'Outlook, United States, with a notice',
    text: `Best regards,

Daniel R. Okonkwo, CPA
Director of Finance
Brightwater Logistics, Inc.
1200 Harbor Blvd, Suite 400
Oakland, CA 94607
Office: (510) 555-0182 ext. 14
Cell: (510) 555-0199
Fax: (510) 555-0100
dokonkwo@brightwater.example
www.brightwater.example

CONFIDENTIALITY NOTICE: This e-mail and any attachments are intended only for the person to whom it is addressed. Call John Smith at (510) 555-0000 if received in error.`,
    fields: {
      name: ['Daniel R. Okonkwo, CPA'],
      title: ['Director of Finance'],
      company: ['Brightwater Logistics, Inc.'],
      address: ['1200 Harbor Blvd, Suite 400\nOakland, CA 94607'],
      phone: ['(510) 555-0182 ext. 14'],
      morePhones: ['(510) 555-0199', '(510) 555-0100'],
      email: ['dokonkwo@brightwater.example'],
      website: ['www.brightwater.example'],
    },
  },
  {
    from: 'Outlook, Germany, with the legal block',
    text: `Mit freundlichen Grüßen

Dr. Jürgen Weißmüller
Leiter Einkauf

Kessel & Söhne Maschinenbau GmbH
Industriestraße 17
73230 Kirchheim unter Teck

Telefon: +49 7021 555 01-23
Telefax: +49 7021 555 01-99
Mobil: +49 171 5550123
E-Mail: j.weissmueller@kessel-soehne.example
Internet: www.kessel-soehne.example

Sitz der Gesellschaft: Kirchheim unter Teck
Amtsgericht Stuttgart, HRB 230123
Geschäftsführer: Hans Kessel, Petra Kessel
USt-IdNr.: DE123456789`,
    fields: {
      name: ['Dr. Jürgen Weißmüller'],
      title: ['Leiter Einkauf'],
      company: ['Kessel & Söhne Maschinenbau GmbH'],
      address: ['Industriestraße 17\n73230 Kirchheim unter Teck'],
      phone: ['+49 7021 555 01-23'],
      morePhones: ['+49 7021 555 01-99', '+49 171 5550123'],
      email: ['j.weissmueller@kessel-soehne.example'],
      website: ['www.kessel-soehne.example'],
    },
  },
  {
    from: 'Apple Mail, United Kingdom, pronouns',
    text: `Kind regards

Eleanor Whitcombe (she/her)
Head of Partnerships
Tideline Trust

M 07700 900461
E eleanor@tideline.example
W tideline.example

12 Quay Street, Bristol BS1 4QA
Registered charity no. 1123456. Registered in England.`,
    fields: {
      name: ['Eleanor Whitcombe'],
      pronouns: ['she/her'],
      title: ['Head of Partnerships'],
      company: ['Tideline Trust'],
      phone: ['07700 900461'],
      email: ['eleanor@tideline.example'],
      website: ['tideline.example'],
      address: ['12 Quay Street, Bristol BS1 4QA'],
    },
  },
  {
    from: 'France, SARL',
    text: `Bien cordialement,

Hélène Dubreuil
Responsable communication
Atelier Lumière SARL
14, rue des Carmes
69002 Lyon
Tél. : 04 72 55 01 28
Port. : 06 12 55 01 28
helene.dubreuil@atelier-lumiere.example
https://www.linkedin.com/in/helene-dubreuil
Pensez à l'environnement avant d'imprimer ce message.`,
    fields: {
      name: ['Hélène Dubreuil'],
      title: ['Responsable communication'],
      company: ['Atelier Lumière SARL'],
      address: ['14, rue des Carmes\n69002 Lyon'],
      phone: ['04 72 55 01 28'],
      morePhones: ['06 12 55 01 28'],
      email: ['helene.dubreuil@atelier-lumiere.example'],
      social: ['https://www.linkedin.com/in/helene-dubreuil'],
    },
  },
  {
    from: 'Spain, with a data protection notice',
    text: `Un saludo,

Lucía Fernández Ortega
Jefa de Proyectos
Costa Verde Ingeniería, S.L.
Calle Mayor 25, 3º B
33201 Gijón
Tel.: 985 55 01 23 | Móvil: 600 555 012
lucia.fernandez@costaverde.example
www.costaverde.example

Este mensaje y sus archivos adjuntos van dirigidos exclusivamente a su destinatario.`,
    fields: {
      name: ['Lucía Fernández Ortega'],
      title: ['Jefa de Proyectos'],
      company: ['Costa Verde Ingeniería, S.L.'],
      address: ['Calle Mayor 25, 3º B\n33201 Gijón'],
      phone: ['985 55 01 23'],
      morePhones: ['600 555 012'],
      email: ['lucia.fernandez@costaverde.example'],
      website: ['www.costaverde.example'],
    },
  },
  {
    from: 'Italy',
    text: `Cordiali saluti
Avv. Giulia Bernardi
Studio Legale Bernardi & Associati
Via Garibaldi 8
20121 Milano
Tel. +39 02 5550 1234
Cell. +39 333 555 0123
giulia.bernardi@bernardilegale.example
P.IVA 01234567890`,
    fields: {
      name: ['Avv. Giulia Bernardi'],
      company: ['Studio Legale Bernardi & Associati'],
      address: ['Via Garibaldi 8\n20121 Milano'],
      phone: ['+39 02 5550 1234'],
      morePhones: ['+39 333 555 0123'],
      email: ['giulia.bernardi@bernardilegale.example'],
    },
  },
  {
    from: 'Netherlands',
    text: `Met vriendelijke groet,

Sanne de Vries
Adviseur Duurzaamheid

Groenhart Advies B.V.
Keizersgracht 241
1016 EA Amsterdam
T +31 20 555 0123
M +31 6 5550 1234
sanne.devries@groenhart.example
KvK 12345678 | BTW NL001234567B01`,
    fields: {
      name: ['Sanne de Vries'],
      title: ['Adviseur Duurzaamheid'],
      company: ['Groenhart Advies B.V.'],
      address: ['Keizersgracht 241\n1016 EA Amsterdam'],
      phone: ['+31 20 555 0123'],
      morePhones: ['+31 6 5550 1234'],
      email: ['sanne.devries@groenhart.example'],
    },
  },
  {
    from: 'Japan',
    text: `よろしくお願いいたします。
--
株式会社青空デザイン
デザイン部 部長
佐藤 美咲
〒150-0001 東京都渋谷区神宮前1-2-3
TEL：03-5550-1234
携帯：090-5550-1234
Email：misaki.sato@aozora.example
https://aozora.example/`,
    fields: {
      name: ['佐藤 美咲'],
      title: ['デザイン部 部長'],
      company: ['株式会社青空デザイン'],
      address: ['〒150-0001 東京都渋谷区神宮前1-2-3'],
      phone: ['03-5550-1234'],
      morePhones: ['090-5550-1234'],
      email: ['misaki.sato@aozora.example'],
      website: ['https://aozora.example/'],
    },
  },
  {
    from: 'China',
    text: `王小明
销售经理
上海云帆科技有限公司
地址：上海市浦东新区世纪大道100号
电话：+86 21 5550 1234
手机：138 0013 8000
邮箱：wang.xiaoming@yunfan.example`,
    fields: {
      name: ['王小明'],
      title: ['销售经理'],
      company: ['上海云帆科技有限公司'],
      address: ['上海市浦东新区世纪大道100号'],
      phone: ['+86 21 5550 1234'],
      morePhones: ['138 0013 8000'],
      email: ['wang.xiaoming@yunfan.example'],
    },
  },
]
