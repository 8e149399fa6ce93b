/** The chat of Devon's card: a page that answers by itself, as a chat service's code would ask its server to. */
export const officeHours = `<style>
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

export const terminalGlow = `/* A terminal with a warmer light, for those who are signed in */
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
