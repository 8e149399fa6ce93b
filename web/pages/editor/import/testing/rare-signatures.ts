/** Invented email signatures with what is rare: awards, several offices, lower case, two scripts. */
import type { Signature } from './signatures.ts'

export const rareSignatures: Signature[] = [
  {
    from: 'Gmail, slogan and two languages',
    text: `Tomás Herrera
Diseñador gráfico | Graphic Designer
tomas.herrera@gmail.com · +52 55 5555 0123
"Design is thinking made visual"
instagram.com/tomasherrera.design`,
    fields: {
      name: ['Tomás Herrera'],
      title: ['Graphic Designer', 'Diseñador gráfico'],
      email: ['tomas.herrera@gmail.com'],
      phone: ['+52 55 5555 0123'],
      social: ['instagram.com/tomasherrera.design'],
    },
  },
  {
    from: 'real estate, license and awards',
    text: `Rebecca Stone
Realtor®, CalDRE #01999999
Stone & Vale Realty Group
Direct 619.555.0177
rebecca@stonevale.example
Top Producer 2024, 2025
Not intended to solicit currently listed property.`,
    fields: {
      name: ['Rebecca Stone'],
      title: ['Realtor®'],
      company: ['Stone & Vale Realty Group'],
      phone: ['619.555.0177'],
      email: ['rebecca@stonevale.example'],
    },
  },
  {
    from: 'Denmark, company first',
    text: `Fjordlys ApS
Mads Kristensen
Direktør
Havnegade 22, 1058 København K
Tlf.: 33 55 01 23
mads@fjordlys.example
CVR-nr. 12345678`,
    fields: {
      name: ['Mads Kristensen'],
      title: ['Direktør'],
      company: ['Fjordlys ApS'],
      address: ['Havnegade 22, 1058 København K'],
      phone: ['33 55 01 23'],
      email: ['mads@fjordlys.example'],
    },
  },
  {
    from: 'Ireland, bilingual greeting and two offices',
    text: `Le meas,

Aoife Ní Bhriain
Policy Officer
Comhairle Oidhreachta
Dublin: 8 Merrion Row, Dublin 2
Galway: 3 Eyre Square, Galway
aoife.nibhriain@oidhreacht.example`,
    fields: {
      name: ['Aoife Ní Bhriain'],
      title: ['Policy Officer'],
      company: ['Comhairle Oidhreachta'],
      address: ['8 Merrion Row, Dublin 2'],
      email: ['aoife.nibhriain@oidhreacht.example'],
    },
  },
  {
    from: 'startup, lower case, no company form',
    text: `kai nakamura
motion designer, ribbon
kai@ribbon.example
ribbon.example/work`,
    fields: {
      name: ['kai nakamura'],
      title: ['motion designer'],
      company: ['ribbon'],
      email: ['kai@ribbon.example'],
      website: ['ribbon.example/work'],
    },
  },
  {
    from: 'assistant of someone else',
    text: `Gwen Parry
Executive Assistant to Sir Alun Rees
Cambrian Energy plc
Ty Glas, Cardiff Bay, Cardiff CF10 4PZ
Tel 029 2055 0123
gwen.parry@cambrianenergy.example`,
    fields: {
      name: ['Gwen Parry'],
      title: ['Executive Assistant to Sir Alun Rees'],
      company: ['Cambrian Energy plc'],
      address: ['Ty Glas, Cardiff Bay, Cardiff CF10 4PZ'],
      phone: ['029 2055 0123'],
      email: ['gwen.parry@cambrianenergy.example'],
    },
  },
  {
    from: 'Turkey',
    text: `Saygılarımla,
Elif Yıldız
Satış Müdürü
Anadolu Tekstil A.Ş.
Tel: +90 212 555 01 23
GSM: +90 532 555 01 23
elif.yildiz@anadolutekstil.example`,
    fields: {
      name: ['Elif Yıldız'],
      title: ['Satış Müdürü'],
      company: ['Anadolu Tekstil A.Ş.'],
      phone: ['+90 212 555 01 23'],
      morePhones: ['+90 532 555 01 23'],
      email: ['elif.yildiz@anadolutekstil.example'],
    },
  },
  {
    from: 'Czechia',
    text: `S pozdravem
Ing. Petr Dvořák
vedoucí oddělení
Vltava Software s.r.o.
Národní 20, 110 00 Praha 1
+420 601 555 012
petr.dvorak@vltava.example`,
    fields: {
      name: ['Ing. Petr Dvořák'],
      title: ['vedoucí oddělení'],
      company: ['Vltava Software s.r.o.'],
      address: ['Národní 20, 110 00 Praha 1'],
      phone: ['+420 601 555 012'],
      email: ['petr.dvorak@vltava.example'],
    },
  },
  {
    from: 'phone program, nothing but a name',
    text: `Thanks!
Priscilla
Sent from my iPhone`,
    fields: {},
  },
  {
    from: 'law firm with notices before the links',
    text: `Marcus Feld | Partner
Feld Adair LLP
One Liberty Plaza, 23rd Floor, New York, NY 10006
D +1 212 555 0140 | F +1 212 555 0141
mfeld@feldadair.example
Wire fraud is on the rise. Never trust wiring instructions sent by email; call our accounting desk at 212-555-0199 first.
Bio: https://www.feldadair.example/people/marcus-feld`,
    fields: {
      name: ['Marcus Feld'],
      title: ['Partner'],
      company: ['Feld Adair LLP'],
      address: ['One Liberty Plaza, 23rd Floor, New York, NY 10006'],
      phone: ['+1 212 555 0140'],
      morePhones: ['+1 212 555 0141'],
      email: ['mfeld@feldadair.example'],
    },
  },
  {
    from: 'Chinese and English names',
    text: `陈雨桐 (Yutong Chen)
Research Scientist, Lumina Labs
yutong.chen@luminalabs.example
+65 5550 1234
github.com/yutongchen`,
    fields: {
      name: ['陈雨桐 (Yutong Chen)'],
      title: ['Research Scientist'],
      company: ['Lumina Labs'],
      email: ['yutong.chen@luminalabs.example'],
      phone: ['+65 5550 1234'],
      social: ['github.com/yutongchen'],
    },
  },
  {
    from: 'Korea',
    text: `감사합니다.

김민준
팀장
주식회사 한빛소프트
서울특별시 강남구 테헤란로 123
전화: 02-555-0123
휴대폰: 010-5555-0123
minjun.kim@hanbit.example`,
    fields: {
      name: ['김민준'],
      title: ['팀장'],
      company: ['주식회사 한빛소프트'],
      address: ['서울특별시 강남구 테헤란로 123'],
      phone: ['02-555-0123'],
      morePhones: ['010-5555-0123'],
      email: ['minjun.kim@hanbit.example'],
    },
  },
  {
    from: 'Russia',
    text: `С уважением,
Ольга Смирнова
Менеджер по продажам
ООО «Северный путь»
Тел.: +7 (812) 555-01-23
Моб.: +7 921 555-01-23
o.smirnova@sevput.example
www.sevput.example`,
    fields: {
      name: ['Ольга Смирнова'],
      title: ['Менеджер по продажам'],
      company: ['ООО «Северный путь»'],
      phone: ['+7 (812) 555-01-23'],
      morePhones: ['+7 921 555-01-23'],
      email: ['o.smirnova@sevput.example'],
      website: ['www.sevput.example'],
    },
  },
]
