/**
 * Technical words in Italian, which `lint-language.ts` refuses in names. Words that the firm or the wire uses too (campo, percorso,
 * versione, stato, archivio and others) are not in the list.
 */
const WORDS = `
  abbandona abbandonata abbandonato abbonati accade accaduta accedi accendi accesi acceso accessibile accettato accoda adesso aggiorna aggiornata
  aggiornato aggiunge aggiungere aggiungi alcuni alfabeto alla alle allegato allinea allineamento allo allora allunga almeno alta altezza altrimenti
  altrove altrui ambiente ambito ammessa ammesse ancora annidato anno annota annunci annuncia aperta aperte aperti aperto apertura appena appendi
  applica applicare apre apri arbitrari argomenti arriva arrivato articolo ascolta ascoltatori ascolti ascolto aspetta aspettato assente assenti assenza
  assenze assoluta attendi attesa attese attesi atteso attimo attiva attive attivi attivo attrezzi attributi attributo attuale autorizza avanza
  avanzato avvia avviato avvio avvisi avviso azione azioni azzera banco battito bersaglio binari bloccato blocco bottone bottoni breve buona buone buono
  cade cadute calcola calcolate calcolato cambi cambia cambiata cambiate cambiati campanello campione canale cancellata cancello carica
  caricamento caricato cartella casella casi caso casuale cattivi causa cella celle cercata cercate cercati cercato chiama chiamata chiamate chiaro
  chiave chiavi chiedi chiedono chieste chiesto chiude chiudi chiusa chiuse chiuso chiusura cifra cifre coda codifica collega collegati
  colonna colonne colori colpa comanda comandi comando comincia commuta comoda compi compiti compito completa completata completi completo complice
  composta comprimi concorrenza concreto condizione condizioni conferma confermata conflitti conflitto conforme conformita confronta confronto
  connessione conosce conosciuto consente conserva conservata conservato consuma consumatore conta contato contatore conteggi conteggio
  contenuti contenuto contesto contiene contro controlla controllata controlli controllo coperti copia copiare copiati coppia coppie cornice corpi corpo
  corsie cosa costruisci crea creabile creata creato creazione credenziali cresciuta criterio dalla dallo dato decidi decimali decisione decisioni
  decodifica definiti definito definizione definizioni degli dei della delle dello dentro deriva derivato derivazioni descrivi destinatari destinatario
  destinazione dettaglio detto deve dialogo difetti difetto differenza differenze dimensione dimensioni dimentica dimenticato dipendenza
  dipendenze diritti diritto discendente disco disfa disposizione distinti diventa diversa diverse diversi diverso diviso domanda domande doppi doppie
  doppio dove durante durata eccezioni elementi elemento elenchi elimina eliminata eliminati eliminato eliminazione emergenza entita entra entrambi
  entrano entrato entro errata errate errati errato errore errori esecutore esecuzione esegue esegui eseguibile eseguito esempi esempio esigi esiste
  esistente esistenti esistono esiti esportabile estensione estensioni esteso eta eventi evolvi fai fallire fallisce fallisci fallito fatta
  fatte fatti fatto ferma fermata fermate ferme figli figlio fila filo filtrate filtro fine finestra finisci finita finiti fino firme fissa
  fissata fissi fisso flussi flusso fogli fonte fonti forma formati forse fotografa fotografie frasi frettoloso funzione funzioni fuori gara genera
  generale generali generata generica gestisci gestore gestori gia giunta giunte giunto giusta grande grezza grezzo griglia guarda guardia guasta guasti
  guasto identifica ignora ignota immagine immagini impaziente impedimento impostazioni impronta incluse incorporato indice indicibile indietro ingenua
  ingresso inizi iniziale iniziali iniziata inizio innocuo inserimento inserisci insieme installa installato installazione intera interessate interi
  interno intero interprete interpreti interrogazione interrompi interrotto intervallo inteso intesta intestazione intestazioni intorno invia invio
  istante lagnanze larga larghezza larghezze lascia lasciata lasciate lasciato laterale lato lavora lavoratore legenda legge leggero leggi leggibile
  leggimi lenta lento letta lette letterale lettere letti letto lettore lettori lettura letture libera libero limitatore limite limiti lista livelli
  livello logico lotti lotto lucchetto lunga mai maiuscola malformato mancante mancanti manda mano mantieni massima memoria meno messaggi metodo
  metti mezzanotte miei migrazioni minore mittente modifica modificare modificata modificati modificato modo moduli modulo molte monta morto mostra
  mostrata mostrato multiplo muoiono muore muto nascoste nate nati nato navigazione nel nell nella nello nessun nessuna nessuno niente nomi nomina
  nostri nota noti noto nullo numerato numeri numerosi nuova nuove nuovi nuovo obbligatori obbligatorio occupata occupato oggetto oggi ogni oltre
  operazione opzioni ordinabili ordine orfano originale orologio pacchetto pagine pallino parametri parametro pari parola parole parte partenza
  parti particolari passaggio passate passati passeggero passi passo pausa pazienza peggio percento perche percorribile percorsi perdere perdi periodici
  periodico permanente persa persi perso pezzi pezzo piegato pieni pieno piu pochi poco popola portone potere predefinite prefissi prefisso prendi
  prepara preparando preparare preparata preparate preparato presentati presente presenti presi preso prevedi principale problema problemi programma
  progressi proiezione proiezioni promessa promesse pronta pronti pronto proposta proposti proposto propri propria proprie proprieta proprietari
  proprietario proprio prossima prossime prossimo provata prove pubblica pubblici pulisci pulito punta puo qualcosa quale quali qualsiasi qualunque
  quante quanti qui racconta radice raggiunte reale recente recenti registra registrato registri regola regole relazioni requisiti respinti respinto
  resta restano resto rete riaccendi riassumi riassunto riavviato ricarica ricerca ricevi ricevuto richiedi richiesta richieste richiesto
  riconcilia ricorda ricostruisci ricostruite ricostruzione ridotto riempi riesce riesci rifatta riferimenti riferimento rifiuta rifiutare rifiutata
  rifiutati rifiutato rifiuto rigioca rigiocata rilegge rileggi rimanda rimasti rimetti rinominati rinominato riordina ripara riparazione
  ripeti ripetizione ripetuto riporta ripristina ripristinare ripristinato ripristino riprova riserva riservata riservati risolto risolutore risolutori
  risolvi risponde rispondi risposta risposte risultati risultato ritardi ritardo ritorno riusati riusciti riuscito rosso rotta rotte rotto ruoli ruolo
  sala salva salvabile salvare salvata salvato sbagliata sbagliati sbagliato scadute scambi scambia scambio scarica scaricabile scaricando scaricato
  scegli scelta scelte scelti schemi schermata schermate schermo sconosciuta sconosciuto scontati scorri scorrimento scritta scritte scritti scritto
  scrittore scrittori scrittura scritture scrive scrivi secondi segmento segna segnala segnali segni segno segreti segreto segui seme semplice semplici
  senso senza separatore sequenza sequenze sequenziale seriale serratura servi servire servizio sessioni settimane sezione sicurezza sigilla
  sigillo simboli simbolo simile sincronizza singole sistema smetti soli somma sopra sorgente sottoscrivi sottoscrizione sottoscrizioni spazio spazza
  spedisce spedisci spegni spegnimento spettatore spiega sporchi sposta stampabile stampare stampata stati stessa stesse stessi stesso stile stili stima
  strano strumenti struttura subito successo suffissi suffisso sul sullo suoi suona suonato superata sveglia svuota svuotati svuotato tabelle tace tante
  tardi tasti tema tempi tentativi tentativo termina testa testi testo tieni tipi titoli tocca toccati tocco togli tolta tolto tono torna tra tracciato
  tranne transitori transitorio trascura travasa troppi troppo trova trovata trovate trovati trovato turno tutta uguale uguali ultima ultimi ultimo
  uniche unici unicita unico unioni unisci unita usa uscita usciti uscito uso valida validi valido variante varianti vecchia vecchio veda vede vedere
  vedi verifica verificabili verificate vero versioni verso vesti vietata vietati vietato visibile visibili visita visite vista visti visto viva vive
  vivi vivo voci volte vuole vuota vuote vuoti vuoto
`;

export const ITALIAN_TECHNICAL_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
