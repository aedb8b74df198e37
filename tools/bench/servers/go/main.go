// What reading a request and writing JSON costs in Go. It checks nothing but types, and so refuses nothing.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
)

type user struct {
	Name    string  `json:"name"`
	Age     int     `json:"age"`
	Email   string  `json:"email"`
	Website *string `json:"website"`
}

type page struct {
	Page        int      `json:"page"`
	Limit       int      `json:"limit"`
	EmailFilter string   `json:"email_filter"`
	Users       []string `json:"users"`
}

type session struct {
	Authenticated bool   `json:"authenticated"`
	Token         string `json:"token"`
}

func send(response http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		log.Print(err)
		status = http.StatusInternalServerError
	}
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	response.Write(body)
}

func users(response http.ResponseWriter, request *http.Request) {
	if request.Method == http.MethodPost {
		var sent user
		if err := json.NewDecoder(request.Body).Decode(&sent); err != nil {
			send(response, http.StatusBadRequest, err.Error())
			return
		}
		send(response, http.StatusCreated, sent)
		return
	}
	query := request.URL.Query()
	number, _ := strconv.Atoi(query.Get("page"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	send(response, http.StatusOK, page{number, limit, query.Get("email"), []string{}})
}

func protected(response http.ResponseWriter, request *http.Request) {
	token := request.Header.Get("Authorization")[7:15]
	send(response, http.StatusOK, session{true, token + "..."})
}

func main() {
	http.HandleFunc("/users/", users)
	http.HandleFunc("/protected/", protected)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
