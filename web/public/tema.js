(function () {
  var tema = null;
  try { tema = localStorage.getItem('strato.tema'); } catch { /* storage is blocked: the system's theme it is */ }
  var dark = tema ? tema === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);

  // who is signed in needs the portal: it comes beside the entry, not after it
  var portale = document.currentScript.dataset.portale;
  var signedIn = null;
  try { signedIn = sessionStorage.getItem('strato.sessione') || localStorage.getItem('strato.sessione'); } catch { /* nobody is */ }
  if (portale && signedIn) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: portale }));
})();
