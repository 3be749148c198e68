from bartizan_chess import main

main()
