(function () {
  var tema = null;
  try { tema = localStorage.getItem('strato.tema'); } catch { /* storage is blocked: the system's theme it is */ }
  var dark = tema ? tema === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
})();
