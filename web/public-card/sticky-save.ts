/** Save Contact within reach at the bottom edge, while the buttons on top are out of sight. */

const [actions, dock] = document.querySelectorAll<HTMLElement>('.bc-act,.bc-dock')

if (actions && dock)
  new IntersectionObserver(([seen]) => {
    dock.hidden = !!seen?.isIntersecting
  }).observe(actions)
