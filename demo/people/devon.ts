import { button, type Person, socialLinks } from '../person.ts'

// A chat widget without a server; its replies are part of the page.
const officeHours = `<style>
  body { margin: 0; padding: 16px; font: 16px/1.5 system-ui, sans-serif; color: #14232b }
  p { width: fit-content; max-width: 80%; margin: 0 0 10px; padding: 8px 14px; border-radius: 14px; background: #e8f5ef }
  p.me { margin-left: auto; background: #14232b; color: #fff }
  button { min-height: 44px; margin: 0 6px 8px 0; padding: 0 16px; border: 1px solid #0f766e; border-radius: 22px; background: #fff; color: #0f5f58; font: inherit }
</style>
<div id="said" role="log"><p>Office hours bot here. What is it about?</p></div>
<div id="asks"></div>
<script>
  const answers = {
    'A talk': 'Devon speaks about queues, retries and on-call. Use the form on the card, with your date.',
    'A job': 'Not looking, but happy to point you to somebody. The form reaches Devon.',
    'My retry loop': 'Add jitter. Then a limit. Then ask yourself who else retries.'
  }
  const say = (text, mine) => {
    const line = document.createElement('p')
    line.textContent = text
    if (mine) line.className = 'me'
    said.append(line)
  }
  for (const [ask, answer] of Object.entries(answers)) {
    const button = document.createElement('button')
    button.textContent = ask
    button.onclick = () => { say(ask, true); say(answer) }
    asks.append(button)
  }
  parent.postMessage({ type: 'resize', h: 420 }, '*')
</script>`

const terminalGlow = `/* A terminal with a warmer light, for those who are signed in */
.bc-page {
  --c-ring: #ffb454;
}
.bc-name::after {
  color: #ffb454;
  content: "_" / "";
  animation: cursor 1.2s step-end 4;
}
@keyframes cursor {
  50% {
    opacity: 0;
  }
}`

export const devon: Person = {
  owner: 'devon',
  gallery: [
    ['terminal', 'A terminal with a green test run'],
    ['graph', 'The service graph of the platform'],
    ['racks', 'A row of racks in the Lisbon data centre'],
    ['keyboard', 'A split keyboard with blank caps'],
    ['dashboard', 'Latency over a quiet week'],
  ],
  sharePoints: [
    ['Speaker badge', 'badge'],
    ['Last slide of the talk', 'link'],
    ['Laptop sticker', 'poster'],
  ],
  traffic: {
    views: 26,
    weekend: 0.5,
    peak: 15,
    clicks: 0.58,
    saves: 0.12,
    event: { ago: 20, times: 10 },
    cities: { Lisbon: 6, Berlin: 3, 'San Francisco': 3, London: 3, Bengaluru: 3, 'São Paulo': 1 },
  },
  card: {
    slug: 'devon',
    theme: 'tech',
    name: 'Devon Ferreira',
    title: 'Staff Engineer, Platform',
    company: 'Latticeworks',
    phone: '+351 210 000 134',
    email: 'devon@latticeworks.example',
    address: 'Rua do Norte 8, 1200-286 Lisboa, Portugal',
    pin: [38.7113, -9.1439],
    website: 'https://latticeworks.example',
    about:
      'I keep the boring parts boring: queues, storage, and the pager.\n\nMaintainer of two small libraries. I give talks on why your retry made it worse.',
    videoUrl: 'https://vimeo.com/1084537',
    pronouns: 'he/him',
    nameParts: { given: 'Devon', family: 'Ferreira' },
    emails: [{ label: 'home', value: 'devon@ferreira.example' }],
    socialLinks: socialLinks('devon-ferreira', [
      'github',
      'linkedin',
      'twitter',
      'discord',
      'telegram',
      'medium',
    ]),
    customButtons: [
      button('Slides of the last talk', 'https://latticeworks.example/talks', '#46e3a0'),
      button('Office hours', 'https://latticeworks.example/hours', '#57b6ff'),
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'email', required: true },
        { key: 'company' },
        { key: 'message' },
      ],
      consent: 'Devon may write to me about my question.',
      thanks: 'Received. Exactly once, I hope.',
    },
    customCss: terminalGlow,
    embedCodes: [officeHours],
  },
  submissions: [
    {
      name: 'Lena Vogt',
      email: 'lena@vogt.example',
      company: 'Kontorwerk',
      message: 'Would you repeat the retry talk for our team?',
    },
    {
      name: 'Arjun Rao',
      email: 'arjun@raolabs.example',
      company: 'Rao Labs',
      message: 'Hiring? I broke a queue once too.',
    },
  ],
}
